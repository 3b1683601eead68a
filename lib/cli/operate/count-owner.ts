import pMap from 'p-map'
import type { Owner } from '../../store/layout.js'
import type { IndexCount, OwnerIndex } from '../../store/owner-index.js'
import { SHARD_NAMES, shardKey } from '../../store/shard.js'

/** Rows that are looked at per shard. A row of the index is billed as its keys: about 20 read units a thousand. */
const MAX_ROWS = 1_000
const CONCURRENT_SHARDS = 8

/**
 * How many rows an owner has, as far as 32 small reads tell.
 *
 * @throws the SDK's error
 */
export async function countOwner(index: OwnerIndex, owner: Owner, region: string): Promise<IndexCount> {
  const pages = await pMap(
    SHARD_NAMES,
    (name) => index.page({ shard: shardKey(owner, region, name), limit: MAX_ROWS }),
    { concurrency: CONCURRENT_SHARDS },
  )
  return {
    count: pages.reduce((sum, { entries }) => sum + entries.length, 0),
    isWhole: pages.every(({ next }) => next === undefined),
  }
}
