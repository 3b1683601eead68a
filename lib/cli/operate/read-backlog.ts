import pMap from 'p-map'
import { OWNERS, type Owner } from '../../store/layout.js'
import type { IndexCount, OwnerIndex } from '../../store/owner-index.js'
import { SHARD_NAMES, shardKey } from '../../store/shard.js'
import { PARTITION_READERS, type PartitionReader } from '../../sweeper/partition-readers.js'

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
    isOldest: parts.every(({ isOldest }) => isOldest),
  }
}

const forArchive: PartitionReader = async (index, shard) => {
  const { entries, next } = await index.page({ shard, limit: ARCHIVE_ROWS })
  return {
    count: entries.length,
    isWhole: next === undefined,
    oldest: Number.POSITIVE_INFINITY,
    isOldest: true,
  }
}

const READERS: Readonly<Record<Owner, PartitionReader>> = { ...PARTITION_READERS, A: forArchive }
