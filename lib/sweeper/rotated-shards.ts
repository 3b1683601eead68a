import { SHARD_COUNT, SHARD_NAMES } from '../store/shard.js'

/** Milliseconds. */
const MINUTE = 60_000

/** Every shard, beginning with another one each minute: where time runs out, it is not always the same that wait. */
export function rotatedShards(now: number): string[] {
  const first = Math.floor(now / MINUTE) % SHARD_COUNT
  return [...SHARD_NAMES.slice(first), ...SHARD_NAMES.slice(0, first)]
}
