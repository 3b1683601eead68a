import pMap from 'p-map'
import { shardKey } from '../store/shard.js'
import type { Levels, LevelsOptions } from './levels.js'
import { PARTITION_READERS } from './partition-readers.js'
import { rotatedShards } from './rotated-shards.js'

const CONCURRENT_SHARDS = 4

/**
 * Asks each owner and shard in bounded reads; no shard is begun after `until`.
 *
 * @throws the SDK's error
 */
export async function countLevels(
  { index, clock, random, region }: Omit<LevelsOptions, 'telemetry'>,
  until: number,
): Promise<Levels> {
  const counts = { P: 0, R: 0, S: 0, N: 0, D: 0 }
  const empty = new Set<string>()
  let oldest = Number.POSITIVE_INFINITY
  let isWhole = true
  await pMap(
    rotatedShards(random),
    async (shard) => {
      if (clock.now() >= until) {
        isWhole = false
        return
      }
      for (const owner of ['P', 'R', 'S', 'N', 'D'] as const) {
        const key = shardKey(owner, region, shard)
        const partition = await PARTITION_READERS[owner](index, key)
        counts[owner] += partition.count
        isWhole &&= partition.isWhole && partition.isOldest
        oldest = Math.min(oldest, partition.oldest)
        if (partition.count === 0) empty.add(key)
      }
    },
    { concurrency: CONCURRENT_SHARDS },
  )
  return {
    pending: counts.P + counts.R,
    scheduled: counts.S,
    dead: counts.N + counts.D,
    noticesWaiting: counts.N,
    oldestPending: Number.isFinite(oldest) ? oldest : undefined,
    empty,
    // Of partitions that nobody knows nobody can ask.
    strays: [],
    isWhole,
  }
}
