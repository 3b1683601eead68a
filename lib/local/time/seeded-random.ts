import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** The first numbers of seeds that are close to each other are close to each other, too. */
const SKIPPED = 20

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  const generator = xoroshiro128plus(seed)
  for (let skipped = 0; skipped < SKIPPED; skipped += 1) generator.next()
  return () => (generator.next() >>> 0) / 2 ** 32
}
