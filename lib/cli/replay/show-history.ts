import type { ReplayRecords } from '../../replay/replay-records.js'
import type { Console } from '../console.js'
import { jsonText } from '../operate/json-text.js'
import { printable } from '../operate/printable.js'
import { textTable } from '../operate/text-table.js'
import { filterText } from './filter-text.js'
import type { ReplayOptions } from './replay-options.js'
import { replayResult } from './replay-result.js'

/** So many replays, the latest first, unless the flag says otherwise. */
const DEFAULT_LIMIT = 50

/** Lists the records. @throws ReplayError, the SDK's error */
export async function showHistory(
  records: ReplayRecords,
  { json, limit = DEFAULT_LIMIT }: Pick<ReplayOptions, 'json' | 'limit'>,
  console: Console,
): Promise<void> {
  const { records: found, unreadable, hasMore } = await records.latest(limit)
  if (json === true) {
    const replays = found.map((record) => ({ ...replayResult(record), plan: record.plan }))
    console.out(jsonText({ replays, unreadable, hasMore }))
    return
  }
  if (found.length + unreadable.length === 0) console.out('No replays.')
  if (found.length > 0)
    for (const line of textTable(
      ['started', 'id', 'state', 'from', 'to', 'sent', 'failed', 'events', 'by'],
      found.map((record) => {
        const { startedAt, id, state, from, to, sent, failed, by } = replayResult(record)
        return [
          startedAt,
          id,
          state,
          from,
          record.plan.consumer === undefined ? (to.split('/').at(-1) ?? to) : to,
          sent === null ? '-' : String(sent),
          String(failed),
          filterText(record.plan.filters),
          by,
        ]
      }),
    ))
      console.out(line)
  for (const id of unreadable)
    console.error(printable(`unreadable  ${id}: its record was edited, and says nothing any more`))
  if (hasMore) console.error(`There are more than these latest ${limit}: --limit <n> lists more of them`)
}
