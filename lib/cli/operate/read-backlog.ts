import pMap from 'p-map'
import { OWNERS, type Owner } from '../../store/layout.js'
import type { IndexCount, IndexCursor, OwnerIndex } from '../../store/owner-index.js'
import { SHARD_NAMES, shardKey } from '../../store/shard.js'
import { pendingSince } from '../../sweeper/pending-since.js'

/** Pages of 1 MB that are counted per owner and shard: about 25,000 rows. */
const COUNT_PAGES = 4
/** Rows with the sweeper, per shard, whose age is looked at: the index does not sort them by it. */
const AGE_PAGES = 2
const AGE_ROWS = 1_000
/** Rows per shard that wait for the archive, which may be all of a week: about 20 read units. */
const ARCHIVE_ROWS = 1_000
const CONCURRENT_PARTITIONS = 8

/** How much every owner has. */
export interface Backlog {
  readonly counts: Readonly<Record<Owner, IndexCount>>
  /** When the oldest event was written that waits for delivery, milliseconds since the epoch; undefined when none does. */
  readonly oldest: number | undefined
  /** False: an older one may be among those that were not looked at. */
  readonly isOldest: boolean
}

interface Part extends IndexCount {
  /** Milliseconds since the epoch; infinite when there is none. */
  readonly oldest: number
  /** False: not all were looked at for it. */
  readonly isOldest?: false
}

/** Counts owner by owner, in bounded reads. @throws the SDK's error */
export async function readBacklog(index: OwnerIndex, region: string): Promise<Backlog> {
  const partitions = OWNERS.flatMap((owner) =>
    SHARD_NAMES.map((name) => ({ owner, shard: shardKey(owner, region, name) })),
  )
  const parts = await pMap(
    partitions,
    async ({ owner, shard }) => ({ owner, ...(await READERS[owner](index, shard)) }),
    { concurrency: CONCURRENT_PARTITIONS },
  )
  const of = (wanted: Owner): IndexCount => {
    const own = parts.filter(({ owner }) => owner === wanted)
    return {
      count: own.reduce((sum, { count }) => sum + count, 0),
      isWhole: own.every(({ isWhole }) => isWhole),
    }
  }
  const oldest = parts.reduce((least, part) => Math.min(least, part.oldest), Number.POSITIVE_INFINITY)
  return {
    counts: { P: of('P'), S: of('S'), R: of('R'), N: of('N'), D: of('D'), A: of('A') },
    oldest: Number.isFinite(oldest) ? oldest : undefined,
    isOldest: parts.every(({ isOldest }) => isOldest !== false),
  }
}

type Reader = (index: OwnerIndex, shard: string) => Promise<Part>

const counted: Reader = async (index, shard) => ({
  ...(await index.count(shard, COUNT_PAGES)),
  oldest: Number.POSITIVE_INFINITY,
})

/** The first one is the oldest. */
const fresh: Reader = async (index, shard) => {
  const { entries } = await index.page({ shard, limit: 1 })
  const [first] = entries
  if (first === undefined) return { count: 0, isWhole: true, oldest: Number.POSITIVE_INFINITY }
  return { ...(await counted(index, shard)), oldest: pendingSince(first) ?? Number.POSITIVE_INFINITY }
}

const withSweeper: Reader = async (index, shard) => {
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
  return { ...(await counted(index, shard)), oldest, isOldest: false }
}

const forArchive: Reader = async (index, shard) => {
  const { entries, next } = await index.page({ shard, limit: ARCHIVE_ROWS })
  return { count: entries.length, isWhole: next === undefined, oldest: Number.POSITIVE_INFINITY }
}

const READERS: Readonly<Record<Owner, Reader>> = {
  P: fresh,
  S: counted,
  R: withSweeper,
  N: counted,
  D: counted,
  A: forArchive,
}
