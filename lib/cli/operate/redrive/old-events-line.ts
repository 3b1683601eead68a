import { DEFAULT_INBOX_TTL_SECONDS } from '../../../environment.js'
import type { SelectedRow } from '../selected-row.js'

const DAY = 24 * 60 * 60

/** What to think of before events are delivered of which inboxes know nothing any more; undefined: none is so old. */
export function oldEventsLine(rows: readonly SelectedRow[], now: number): string | undefined {
  const oldest = now - DEFAULT_INBOX_TTL_SECONDS * 1_000
  const old = rows.filter(({ writtenAt }) => writtenAt !== undefined && writtenAt < oldest).length
  return old === 0
    ? undefined
    : `Warning: ${old} of them ${old === 1 ? 'is' : 'are'} older than ${DEFAULT_INBOX_TTL_SECONDS / DAY} days, the default memory of an inbox: a consumer that handled one before may apply it again.`
}
