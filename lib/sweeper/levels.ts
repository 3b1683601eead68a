import pMap from 'p-map'
import type { Clock } from '../clock.js'
import { fenceTime } from '../store/fence.js'
import type { IndexCount, IndexCursor, OwnerIndex } from '../store/owner-index.js'
import { rowIdentity } from '../store/row-key.js'
import { shardKey } from '../store/shard.js'
import { eventTime } from './event-time.js'
import { rotatedShards } from './rotated-shards.js'

/** How much there is of what, now. */
export interface Levels {
  /** To be delivered, without what is scheduled. */
  readonly pending: number
  readonly scheduled: number
  readonly dead: number
  readonly noticesWaiting: number
  /** When the oldest pending event was written; undefined when none is. Milliseconds since the epoch. */
  readonly oldestPending: number | undefined
  /** Index partitions without a row: nobody need look there in this sweep. */
  readonly empty: ReadonlySet<string>
  /** False when there was more than could be counted: each number is a lower bound. */
  readonly isWhole: boolean
}

export interface LevelsOptions {
  readonly index: OwnerIndex
  readonly clock: Clock
  readonly region: string
}

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
 * Counts in bounded reads; no shard is begun after `until`.
 *
 * @throws the SDK's error
 */
export async function readLevels({ index, clock, region }: LevelsOptions, until: number): Promise<Levels> {
  const readers = { P: readFresh, R: readWithSweeper, S: count, N: count, D: count } as const
  const counts = { P: 0, R: 0, S: 0, N: 0, D: 0 }
  const empty = new Set<string>()
  let oldest = Number.POSITIVE_INFINITY
  let isWhole = true
  await pMap(
    rotatedShards(clock.now()),
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
    isWhole,
  }
}

async function count(index: OwnerIndex, shard: string): Promise<Partition> {
  return { ...(await index.count(shard, COUNT_PAGES)), oldest: Number.POSITIVE_INFINITY }
}

/** Rows of the relay are due when they are born, so the first one is the oldest. */
async function readFresh(index: OwnerIndex, shard: string): Promise<Partition> {
  const { entries } = await index.page({ shard, limit: 1 })
  const [first] = entries
  if (first === undefined) return { count: 0, isWhole: true, oldest: Number.POSITIVE_INFINITY }
  const born = fenceTime(first.due)
  return { ...(await count(index, shard)), oldest: Number.isNaN(born) ? Number.POSITIVE_INFINITY : born }
}

/** Rows of the sweeper have another due time with each try; their ids tell when their events were made. */
async function readWithSweeper(index: OwnerIndex, shard: string): Promise<Partition> {
  let rows = 0
  let oldest = Number.POSITIVE_INFINITY
  let after: IndexCursor | undefined
  for (let page = 0; page < AGE_PAGES; page += 1) {
    const { entries, next } = await index.page({ shard, after, limit: AGE_ROWS })
    rows += entries.length
    for (const { key } of entries)
      oldest = Math.min(oldest, eventTime(rowIdentity(key)?.eventId ?? '') ?? Number.POSITIVE_INFINITY)
    after = next
    if (after === undefined) return { count: rows, isWhole: true, oldest }
  }
  return { ...(await count(index, shard)), isWhole: false, oldest }
}
