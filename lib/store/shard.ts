import { createHash } from 'node:crypto'
import type { Owner } from './layout.js'

/** Partitions of the index per owner and Region: 32 × 1,000 write units a second. A constant: rows carry it. */
export const SHARD_COUNT = 32

/** `00` to `31` */
export const SHARD_NAMES: readonly string[] = Array.from({ length: SHARD_COUNT }, (_, shard) => nameOf(shard))

/**
 * The index shard of an aggregate: the first byte of SHA-256 over the UTF-8 text `<aggregateType>#<aggregateId>`,
 * modulo 32. All events of an aggregate share a shard, whoever wrote them, in whichever language.
 */
export function shardOf(aggregateType: string, aggregateId: string): string {
  const digest = createHash('sha256').update(`${aggregateType}#${aggregateId}`, 'utf8').digest()
  return nameOf(digest.readUInt8(0) % SHARD_COUNT)
}

function nameOf(shard: number): string {
  return String(shard).padStart(2, '0')
}

/** The index's partition key: `<owner>#<region>#<shard>`. */
export function shardKey(owner: Owner, region: string, shard: string): string {
  return `${owner}#${region}#${shard}`
}

/** `<owner>#<region>#<anything>`: the Region; undefined when the text is no index key. */
export function regionIn(key: string): string | undefined {
  return /^[A-Z]#([a-z0-9-]+)#/.exec(key)?.[1]
}

/**
 * The row's index key in the hands of another owner, in the same Region. The shard is computed anew: where a writer of
 * another make, or a hand, put the row into one that nobody looks at, the next step brings it back.
 */
export function withOwner(
  key: string,
  owner: Owner,
  { aggregateType, aggregateId }: { readonly aggregateType: string; readonly aggregateId: string },
): string {
  return shardKey(owner, regionIn(key) ?? '', shardOf(aggregateType, aggregateId))
}
