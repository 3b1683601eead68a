import { seededRandom } from '../../lib/local/time/seeded-random.js'

let random = seededRandom(0)

/**
 * The one source of what the code under test calls random: fences, ids, jitter. A world that begins again with the same
 * seed goes the same way.
 */
export const chance: {
  readonly restart: (seed: number) => void
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  readonly uint32: () => number
  readonly bytes: (count: number) => Buffer
} = {
  restart: (seed) => {
    random = seededRandom(seed)
  },
  next: () => random(),
  uint32: () => Math.floor(random() * 2 ** 32),
  bytes: (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256))),
}
