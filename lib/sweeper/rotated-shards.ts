import { SHARD_COUNT } from '../store/shard.js'

/** Milliseconds. */
const MINUTE = 60_000

/** Every shard, beginning with another one each minute: where time runs out, it is not always the same that wait. */
export function rotatedShards(now: number): string[] {
  const first = Math.floor(now / MINUTE)
  return Array.from({ length: SHARD_COUNT }, (_, index) =>
    String((first + index) % SHARD_COUNT).padStart(2, '0'),
  )
}
