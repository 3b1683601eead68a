import { isFence } from '../store/fence.js'
import { OWNERS } from '../store/layout.js'
import type { IndexEntry } from '../store/owner-index.js'
import { regionIn, SHARD_NAMES, shardKey } from '../store/shard.js'

/**
 * Whether a row was edited into an owner, a shard or a time that nobody looks for: it would wait for ever. A row of another
 * Region is that Region's.
 */
export function isStray({ shard, due }: IndexEntry, region: string): boolean {
  const named = regionIn(shard)
  if (named !== undefined && named !== region) return false
  return (
    !isFence(due) ||
    !OWNERS.some((owner) => SHARD_NAMES.some((name) => shardKey(owner, region, name) === shard))
  )
}
