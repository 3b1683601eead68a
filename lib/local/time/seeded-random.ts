import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  const generator = xoroshiro128plus(seed)
  return () => (generator.next() >>> 0) / 2 ** 32
}
