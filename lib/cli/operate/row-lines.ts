import { ageText } from './age-text.js'
import type { SelectedRow } from './selected-row.js'
import { shownRow } from './shown-row.js'
import { textTable } from './text-table.js'

const HEADER = ['EVENT', 'TYPE', 'AGGREGATE', 'AGE', 'DUE', 'ATTEMPTS', 'ERROR']

/** Rows as a table, for people. */
export function rowLines(rows: readonly SelectedRow[], now: number): string[] {
  return textTable(
    HEADER,
    rows.map((row) => {
      const { eventId, type, aggregateType, aggregateId, dueAt, attempts, errorCode } = shownRow(row)
      return [
        eventId,
        type ?? '-',
        `${aggregateType}/${aggregateId}`,
        row.writtenAt === undefined ? '-' : ageText(seconds(now - row.writtenAt)),
        dueText(dueAt, now),
        String(attempts),
        errorCode ?? '-',
      ]
    }),
  )
}

/** For a dead row, since when it is due to people. */
function dueText(dueAt: string | null, now: number): string {
  if (dueAt === null) return '-'
  const away = Date.parse(dueAt) - now
  return away > 0 ? `in ${ageText(seconds(away))}` : `${ageText(seconds(-away))} ago`
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds / 1_000))
}
