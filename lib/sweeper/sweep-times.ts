/** When work on rows must have come how far. Milliseconds since the epoch. */
export interface WorkTimes {
  /** No row is claimed after this. */
  readonly claimUntil: number
  /** No call may be under way after this. */
  readonly sendUntil: number
  /** The last try to write an outcome may begin just before. */
  readonly settleUntil: number
}

/** The slices of a sweep: each part stops in time for those after it. Milliseconds since the epoch. */
export interface SweepTimes {
  readonly levelsUntil: number
  readonly due: WorkTimes
  readonly noticesUntil: number
  readonly expiryUntil: number
  readonly suspects: WorkTimes
}

/** How long counting rows may take. */
const LEVELS_BUDGET = 6_000

/**
 * A call lasts 5 s at most, a try to write 4 s, and the last of all slices leaves 5 s for that. What a part does not
 * use, the later ones have.
 */
export function sweepTimes(now: number, remaining: number): SweepTimes {
  const end = now + remaining
  return {
    levelsUntil: Math.min(now + LEVELS_BUDGET, end - 27_000),
    due: { claimUntil: end - 27_000, sendUntil: end - 21_000, settleUntil: end - 17_000 },
    noticesUntil: end - 14_000,
    expiryUntil: end - 13_000,
    suspects: { claimUntil: end - 12_000, sendUntil: end - 6_000, settleUntil: end - 5_000 },
  }
}
