import { OWNERS, type Owner } from '../store/layout.js'
import type { IndexEntry } from '../store/owner-index.js'
import { SHARD_NAMES, shardKey } from '../store/shard.js'
import { isStray } from './is-stray.js'
import type { Levels } from './levels.js'
import { pendingSince } from './pending-since.js'

/** What all rows of the index tell of one Region. */
export function levelsOf(entries: readonly IndexEntry[], region: string): Levels {
  const empty = new Set(OWNERS.flatMap((owner) => SHARD_NAMES.map((name) => shardKey(owner, region, name))))
  const counts: Record<Owner, number> = { P: 0, S: 0, R: 0, N: 0, D: 0, A: 0 }
  let oldest = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    empty.delete(entry.shard)
    const owner = OWNERS.find((letter) => entry.shard.startsWith(`${letter}#${region}#`))
    if (owner === undefined) continue
    counts[owner] += 1
    oldest = Math.min(oldest, pendingSince(entry) ?? Number.POSITIVE_INFINITY)
  }
  return {
    pending: counts.P + counts.R,
    scheduled: counts.S,
    dead: counts.N + counts.D,
    noticesWaiting: counts.N,
    oldestPending: Number.isFinite(oldest) ? oldest : undefined,
    empty,
    strays: entries.filter((entry) => isStray(entry, region)).map(({ key }) => key),
    isWhole: true,
  }
}
