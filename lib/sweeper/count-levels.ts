import pMap from 'p-map'
import type { IndexCount, IndexCursor, OwnerIndex } from '../store/owner-index.js'
import { shardKey } from '../store/shard.js'
import type { Levels, LevelsOptions } from './levels.js'
import { pendingSince } from './pending-since.js'
import { rotatedShards } from './rotated-shards.js'

/** Pages of 1 MB that are counted per owner and shard: about 25,000 rows. */
const COUNT_PAGES = 4
/** Rows with the sweeper, per shard, whose age is looked at: the index does not sort them by it. */
const AGE_PAGES = 2
const AGE_ROWS = 1_000

const CONCURRENT_SHARDS = 4

interface Partition extends IndexCount {
  /** Milliseconds since the epoch; infinite when there is none. */
  readonly oldest: number
}

/**
 * Asks each owner and shard in bounded reads; no shard is begun after `until`.
 *
 * @throws the SDK's error
 */
export async function countLevels(
  { index, clock, random, region }: Omit<LevelsOptions, 'telemetry'>,
  until: number,
): Promise<Levels> {
  const readers = { P: readFresh, R: readWithSweeper, S: count, N: count, D: count } as const
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
        const partition = await readers[owner](index, key)
        counts[owner] += partition.count
        isWhole &&= partition.isWhole
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

async function count(index: OwnerIndex, shard: string): Promise<Partition> {
  return { ...(await index.count(shard, COUNT_PAGES)), oldest: Number.POSITIVE_INFINITY }
}

/** The first one is the oldest. */
async function readFresh(index: OwnerIndex, shard: string): Promise<Partition> {
  const { entries } = await index.page({ shard, limit: 1 })
  const [first] = entries
  if (first === undefined) return { count: 0, isWhole: true, oldest: Number.POSITIVE_INFINITY }
  return { ...(await count(index, shard)), oldest: pendingSince(first) ?? Number.POSITIVE_INFINITY }
}

async function readWithSweeper(index: OwnerIndex, shard: string): Promise<Partition> {
  let rows = 0
  let oldest = Number.POSITIVE_INFINITY
  let after: IndexCursor | undefined
  for (let page = 0; page < AGE_PAGES; page += 1) {
    const { entries, next } = await index.page({ shard, after, limit: AGE_ROWS })
    rows += entries.length
    for (const entry of entries) oldest = Math.min(oldest, pendingSince(entry) ?? Number.POSITIVE_INFINITY)
    after = next
    if (after === undefined) return { count: rows, isWhole: true, oldest }
  }
  return { ...(await count(index, shard)), isWhole: false, oldest }
}
