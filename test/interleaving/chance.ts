import type { V7Generator } from 'uuidv7'
import { seededRandom } from '../../lib/local/time/seeded-random.js'

let random = seededRandom(0)
let ids: V7Generator | undefined

/**
 * The one source of what the code under test calls random: fences, ids, jitter. A world that begins again with the same
 * seed goes the same way.
 */
export const chance: {
  readonly restart: (seed: number) => void
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  readonly bytes: (count: number) => Buffer
  /** An event's id from the world's own generator, which the given class makes. */
  readonly id: (Generator: typeof V7Generator) => string
} = {
  restart: (seed) => {
    random = seededRandom(seed)
    ids = undefined
  },
  next: () => random(),
  bytes: (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256))),
  id: (Generator) => {
    ids ??= new Generator({ nextUint32: () => Math.floor(random() * 2 ** 32) })
    return ids.generate().toString()
  },
}
