import { SHARD_COUNT, SHARD_NAMES } from '../store/shard.js'

/**
 * Every shard, beginning with any of them: where time runs out, it is not always the same that wait. By chance, for each
 * count of time has an interval of sweeps that always meets the same ones.
 *
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function rotatedShards(random: () => number): string[] {
  const first = Math.floor(random() * SHARD_COUNT)
  return [...SHARD_NAMES.slice(first), ...SHARD_NAMES.slice(0, first)]
}
