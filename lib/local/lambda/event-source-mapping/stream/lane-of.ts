import { createHash } from 'node:crypto'
import type { AttributeValue } from '@aws-sdk/client-dynamodb-streams'

/**
 * The lane of an item among those of its shard, from 0. A parallelization factor above 1 splits a shard's records,
 * and then keeps order per item only.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function laneOf(
  keys: Readonly<Record<string, AttributeValue>>,
  parallelizationFactor: number,
): number {
  const item = Object.keys(keys)
    .sort()
    .map((name) => keys[name])
  return hash(item) % parallelizationFactor
}

function hash(value: unknown): number {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest()
    .readUInt32BE(0)
}
