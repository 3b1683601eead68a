import { type ApplyOptions, applyChanges } from '../delivery/apply-changes.js'
import type { PendingRow } from '../delivery/pending-row.js'
import { newFence } from '../store/fence.js'
import type { RowChange } from '../store/outbox-store.js'
import { withOwner } from '../store/shard.js'

export interface Claims {
  /** The rows as they are now: owned by this worker until `leaseEnd`. */
  readonly rows: readonly PendingRow[]
  /** Milliseconds since the epoch. */
  readonly leaseEnd: number
  /** How many could not be written now; some of these may be claimed all the same, until the lease ends. */
  readonly failed: number
  /** Rows that take no claim, now or later: too large for one more attribute, for example. */
  readonly unclaimable: readonly { readonly row: PendingRow; readonly errorCode: string }[]
}

/** Takes the rows for so long, in milliseconds, where they are still as they were seen. */
export async function claimRows(
  rows: readonly PendingRow[],
  lease: number,
  options: ApplyOptions,
): Promise<Claims> {
  const leaseEnd = options.clock.now() + lease
  const claimed = rows.map((row) => ({
    ...row,
    shard: withOwner(row.shard, 'R', row.identity),
    due: newFence(leaseEnd),
    claims: row.claims + 1,
  }))
  const changes = claimed.map(({ key, shard, due, claims }, index): RowChange => {
    const seenDue = rows[index]?.due
    return { key, transition: 'claim', values: { seenDue, newShard: shard, newDue: due, claims } }
  })
  const results = await applyChanges(changes, options)
  return {
    rows: claimed.filter((_, index) => results[index]?.kind === 'done'),
    leaseEnd,
    failed: results.filter((result) => result.kind === 'failed' && result.permanent === undefined).length,
    unclaimable: claimed.flatMap((row, index) => {
      const result = results[index]
      return result?.kind === 'failed' && result.permanent ? [{ row, errorCode: result.errorCode }] : []
    }),
  }
}
