import type { Owner } from '../store/layout.js'
import type { IndexCount, IndexCursor, OwnerIndex } from '../store/owner-index.js'
import { pendingSince } from './pending-since.js'

/** Pages of 1 MB that are counted per owner and shard: about 25,000 rows. */
const COUNT_PAGES = 4
/** Rows with the sweeper, per shard, whose age is looked at: the index does not sort them by it. */
const AGE_PAGES = 2
const AGE_ROWS = 1_000

/** What one partition of the index holds. */
export interface Partition extends IndexCount {
  /** Milliseconds since the epoch; infinite when there is none. */
  readonly oldest: number
  /** False: an older one may be among those that were not looked at. */
  readonly isOldest: boolean
}

/** @throws the SDK's error */
export type PartitionReader = (index: OwnerIndex, shard: string) => Promise<Partition>

const count: PartitionReader = async (index, shard) => ({
  ...(await index.count(shard, COUNT_PAGES)),
  oldest: Number.POSITIVE_INFINITY,
  isOldest: true,
})

/** The first one is the oldest. */
const readFresh: PartitionReader = async (index, shard) => {
  const { entries } = await index.page({ shard, limit: 1 })
  const [first] = entries
  if (first === undefined)
    return { count: 0, isWhole: true, oldest: Number.POSITIVE_INFINITY, isOldest: true }
  return { ...(await count(index, shard)), oldest: pendingSince(first) ?? Number.POSITIVE_INFINITY }
}

const readWithSweeper: PartitionReader = async (index, shard) => {
  let rows = 0
  let oldest = Number.POSITIVE_INFINITY
  let after: IndexCursor | undefined
  for (let page = 0; page < AGE_PAGES; page += 1) {
    const { entries, next } = await index.page({ shard, after, limit: AGE_ROWS })
    rows += entries.length
    for (const entry of entries) oldest = Math.min(oldest, pendingSince(entry) ?? Number.POSITIVE_INFINITY)
    after = next
    if (after === undefined) return { count: rows, isWhole: true, oldest, isOldest: true }
  }
  return { ...(await count(index, shard)), oldest, isOldest: false }
}

/** Bounded reads of a partition, by the owner of its rows. */
export const PARTITION_READERS: Readonly<Record<Exclude<Owner, 'A'>, PartitionReader>> = {
  P: readFresh,
  R: readWithSweeper,
  S: count,
  N: count,
  D: count,
}
