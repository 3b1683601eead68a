import { aggregateKey, type PendingRow } from '../delivery/pending-row.js'
import type { RowState } from '../store/outbox-store.js'
import { keyText } from '../store/row-key.js'

/** What the look-up says of the rows of a batch. */
export interface Triage {
  /** Still the relay's: to be delivered. */
  readonly deliver: readonly PendingRow[]
  /**
   * Still the relay's, but an earlier event of the aggregate in this batch is with the sweeper (a crash between two
   * handovers): to be handed over behind it. With the fence of that earlier row.
   */
  readonly follow: ReadonlyMap<PendingRow, string>
  /** Could not be looked up: held. */
  readonly unread: readonly PendingRow[]
  /** The row is gone, or another one stands in its place. */
  readonly vanished: readonly PendingRow[]
  /** Published, dead, or with the sweeper: somebody else's, or done. */
  readonly settled: readonly PendingRow[]
}

/** Rows in the order in which they would be sent. */
export function triage(
  rows: readonly PendingRow[],
  states: ReadonlyMap<string, RowState>,
  unread: ReadonlySet<string>,
): Triage {
  const deliver: PendingRow[] = []
  const follow = new Map<PendingRow, string>()
  const held: PendingRow[] = []
  const vanished: PendingRow[] = []
  const settled: PendingRow[] = []
  const withSweeper = new Map<string, string>()
  for (const row of rows) {
    const key = keyText(row.key)
    const state = states.get(key)
    const aggregate = aggregateKey(row)
    if (unread.has(key)) held.push(row)
    else if (state === undefined) vanished.push(row)
    else if (state.status === 'PENDING' && state.due === row.due && owner(state) === 'P') {
      const after = withSweeper.get(aggregate)
      if (after === undefined) deliver.push(row)
      else follow.set(row, after)
    } else {
      settled.push(row)
      if (state.status === 'PENDING' && owner(state) === 'R' && state.due !== undefined)
        withSweeper.set(aggregate, state.due)
    }
  }
  return { deliver, follow, unread: held, vanished, settled }
}

function owner(state: RowState): string {
  return String(state.shard ?? '').slice(0, 1)
}
