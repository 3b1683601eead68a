import { createHash } from 'node:crypto'
import type { AttributeValue } from '@aws-sdk/client-dynamodb-streams'

/** The engines have one perfect shard. On AWS, items of different partition keys are in different shards. */
const SHARDS = 4

/** Where a record goes: its shard, and within the shard the lane of its item. */
export interface LanePlace {
  readonly shardId: string
  /** 0 to `parallelizationFactor - 1`. */
  readonly lane: number
}

/**
 * The shard follows from the partition key. A parallelization factor above 1 splits a shard's records further, and
 * then keeps order per item only.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function laneOf(
  keys: Readonly<Record<string, AttributeValue>>,
  partitionKey: string,
  parallelizationFactor: number,
): LanePlace {
  const shard = hash(keys[partitionKey]) % SHARDS
  const item = Object.keys(keys)
    .sort()
    .map((name) => keys[name])
  return {
    shardId: `shardId-${String(shard + 1).padStart(20, '0')}-${shard.toString(16).padStart(8, '0')}`,
    lane: hash(item) % parallelizationFactor,
  }
}

function hash(value: unknown): number {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest()
    .readUInt32BE(0)
}
