import type { ReplayRecords } from '../../replay/replay-records.js'
import type { Console } from '../console.js'
import { textTable } from '../operate/text-table.js'
import { filterText } from './filter-text.js'
import { replayResult } from './replay-result.js'

/** So many replays, the latest first. */
const LIMIT = 100

/** Lists the records. @throws ReplayError, the SDK's error */
export async function showHistory(
  records: ReplayRecords,
  { json }: { readonly json?: true },
  console: Console,
): Promise<void> {
  const found = await records.latest(LIMIT)
  if (json === true) {
    console.out(
      JSON.stringify({ replays: found.map((record) => ({ ...replayResult(record), plan: record.plan })) }),
    )
    return
  }
  if (found.length === 0) console.out('No replays.')
  else
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
  if (found.length === LIMIT) console.error(`These are the latest ${LIMIT}.`)
}
