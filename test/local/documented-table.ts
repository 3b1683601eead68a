import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A page of docs/. */
export function page(name: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8')
}

/** The cells of the table under a heading of docs/local-cloud.md, row by row, without the marks of code. */
export async function documentedTable(heading: string): Promise<readonly (readonly string[])[]> {
  const [, section = ''] = (await page('local-cloud.md')).split(`\n## ${heading}\n`)
  const [text = ''] = section.split(/^## /m)
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

export const list = (cell: string): readonly string[] => cell.split(',').map((item) => item.trim())
