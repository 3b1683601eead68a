import { printable } from './printable.js'

/** Columns of text, for people: as wide as their widest cell. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [header, ...rows].map((cells) => cells.map(printable))
  // One by one: a function takes no more than some 100,000 arguments.
  const widths = header.map((_, column) =>
    lines.reduce((width, cells) => Math.max(width, cells[column]?.length ?? 0), 0),
  )
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
