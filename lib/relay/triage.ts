import { aggregateKey, type PendingRow } from '../delivery/pending-row.js'
import { fenceTime } from '../store/fence.js'
import type { RowState } from '../store/outbox-store.js'
import { keyText } from '../store/row-key.js'
import { regionIn, SHARD_NAMES, shardKey } from '../store/shard.js'

/** What the look-up says of the rows of a batch. */
export interface Triage {
  /** Still the relay's: to be delivered. */
  readonly deliver: readonly PendingRow[]
  /**
   * Still the relay's, but an earlier event of the aggregate in this batch is with the sweeper (a crash between two
   * handovers): to be handed over behind it. With the fence of that earlier row, the latest if there are several.
   */
  readonly follow: ReadonlyMap<PendingRow, string>
  /** Could not be looked up, or an earlier event of the aggregate could not: held. */
  readonly unread: readonly PendingRow[]
  /** The row is gone, or another one stands in its place. */
  readonly vanished: readonly PendingRow[]
  /** Published, dead, or with the sweeper: somebody else's, or done. */
  readonly settled: readonly PendingRow[]
  /** In the table, but in a state that no worker acts on, or where and when none looks: edited by hand. */
  readonly strange: readonly PendingRow[]
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
  const strange: PendingRow[] = []
  /** By aggregate: the latest fence of its rows so far that are with the sweeper. */
  const withSweeper = new Map<string, string>()
  const unreadAggregates = new Set<string>()
  for (const row of rows) {
    const key = keyText(row.key)
    const state = states.get(key)
    const aggregate = aggregateKey(row)
    if (unread.has(key)) {
      held.push(row)
      unreadAggregates.add(aggregate)
    } else if (state === undefined) vanished.push(row)
    else if (isStray(state, row)) {
      strange.push(row)
      noteSweepers(aggregate, state)
    } else if (state.status !== 'PENDING' || owner(state) !== 'P') {
      settled.push(row)
      noteSweepers(aggregate, state)
    } else if (state.due !== row.due) vanished.push(row)
    // It must not pass an earlier event of which nothing is known.
    else if (unreadAggregates.has(aggregate)) held.push(row)
    else {
      const after = withSweeper.get(aggregate)
      if (after === undefined) deliver.push(row)
      else follow.set(row, after)
    }
  }
  return { deliver, follow, unread: held, vanished, settled, strange }

  function noteSweepers(aggregate: string, state: RowState): void {
    if (state.status !== 'PENDING' || owner(state) !== 'R' || state.due === undefined) return
    withSweeper.set(aggregate, later(withSweeper.get(aggregate), state.due))
  }
}

/**
 * Neither done nor dead, and not as the record has it: then the sweeper has to find it, in one of the shards and at some
 * time. What somebody edited into anything else, nobody ever looks at.
 */
function isStray(state: RowState, row: PendingRow): boolean {
  if (state.status !== 'PENDING') return state.status !== 'PUBLISHED' && state.status !== 'DEAD'
  if (owner(state) === 'P' && state.due === row.due) return false
  const region = regionIn(row.shard) ?? ''
  const isWatched = (['P', 'R', 'S'] as const).some((letter) =>
    SHARD_NAMES.some((name) => shardKey(letter, region, name) === state.shard),
  )
  return !isWatched || Number.isNaN(fenceTime(state.due ?? ''))
}

function owner(state: RowState): string {
  return String(state.shard ?? '').slice(0, 1)
}

/** Fences sort as text by the time they fall due. */
function later(known: string | undefined, fence: string): string {
  return known !== undefined && known > fence ? known : fence
}
