import { applyChanges } from '../delivery/apply-changes.js'
import { BATCH_STATEMENT_MAX } from '../limits.js'
import { fenceTime } from '../store/fence.js'
import type { RowChange } from '../store/outbox-store.js'
import type { IndexCursor, IndexEntry } from '../store/owner-index.js'
import { rowIdentity } from '../store/row-key.js'
import { shardKey } from '../store/shard.js'
import { rotatedShards } from './rotated-shards.js'
import type { SweeperOptions } from './sweeper-options.js'

/**
 * Published rows that wait for an archive which is switched off get their TTL: the time at which they were to be
 * archived, or now. There is no hurry, and usually no such row: a sweep looks where the levels found some, or, when they
 * could not see all, at one shard.
 *
 * @returns false when some are left
 * @throws the SDK's error
 */
export async function expireUnarchived(
  options: SweeperOptions & { readonly empty: ReadonlySet<string> },
  until: number,
): Promise<boolean> {
  const { clock, random, region } = options
  const shards = rotatedShards(random).map((name) => shardKey('A', region, name))
  const filled = shards.filter((shard) => !options.empty.has(shard))
  // Of an index that is too large to be looked at as a whole nothing is known.
  const some = filled.length === shards.length ? filled.slice(0, 1) : filled
  let isDone = true
  for (const shard of some) {
    if (clock.now() >= until) return false
    isDone = (await expireShard(options, shard, until)) && isDone
  }
  return isDone
}

async function expireShard(options: SweeperOptions, shard: string, until: number): Promise<boolean> {
  const { index, store, clock, random } = options
  let isDone = true
  let after: IndexCursor | undefined
  do {
    if (clock.now() >= until) return false
    const page = await index.page({ shard, after, limit: BATCH_STATEMENT_MAX })
    after = page.next
    const results = await applyChanges(
      // The functions' policies refuse every call that names the key of an item which is no outbox row.
      page.entries.flatMap((entry) =>
        rowIdentity(entry.key) === undefined ? [] : [expiry(entry, clock.now())],
      ),
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
