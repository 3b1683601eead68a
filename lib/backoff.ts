/** How a wait grows. Milliseconds. */
export interface Backoff {
  /** How many tries have failed: from 1. */
  readonly tries: number
  readonly base: number
  readonly cap: number
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

/**
 * Exponential, half of it fixed and half random: the fixed half gives the other side time, the random half keeps
 * those who failed together from coming back together.
 */
export function backoff({ tries, base, cap, random }: Backoff): number {
  const full = Math.min(cap, base * 2 ** (tries - 1))
  return full / 2 + random() * (full / 2)
}
