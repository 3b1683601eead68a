import { applyChanges } from '../delivery/apply-changes.js'
import { BATCH_STATEMENT_MAX } from '../limits.js'
import { fenceTime } from '../store/fence.js'
import type { RowChange } from '../store/outbox-store.js'
import type { IndexCursor, IndexEntry } from '../store/owner-index.js'
import { shardKey } from '../store/shard.js'
import { rotatedShards } from './rotated-shards.js'
import type { SweeperOptions } from './sweeper-options.js'

/**
 * Published rows that wait for an archive which is switched off get their TTL: the time at which they were to be
 * archived, or now. There is no hurry, and usually no such row, so a sweep looks at one shard.
 *
 * @returns false when some are left
 * @throws the SDK's error
 */
export async function expireUnarchived(
  options: SweeperOptions & { readonly empty: ReadonlySet<string> },
  until: number,
): Promise<boolean> {
  const { index, store, clock, random, region } = options
  const [name = ''] = rotatedShards(clock.now())
  const shard = shardKey('A', region, name)
  if (options.empty.has(shard)) return true
  let isDone = true
  let after: IndexCursor | undefined
  do {
    if (clock.now() >= until) return false
    const page = await index.page({ shard, after, limit: BATCH_STATEMENT_MAX })
    after = page.next
    const results = await applyChanges(
      page.entries.map((entry) => expiry(entry, clock.now())),
      { store, clock, random, until },
    )
    isDone &&= results.every(({ kind }) => kind !== 'failed')
  } while (after !== undefined)
  return isDone
}

function expiry({ key, due }: IndexEntry, now: number): RowChange {
  const at = fenceTime(due)
  const expiresAt = Math.ceil((Number.isNaN(at) ? now : Math.max(now, at)) / 1_000)
  return { key, transition: 'expire', values: { expiresAt } }
}
