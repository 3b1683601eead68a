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
  readonly archiveUntil: number
  readonly suspects: WorkTimes
}

/** How long counting rows may take. */
const LEVELS_BUDGET = 6_000

/** What an archive has of every sweep, however much there is to deliver: cleaning up must not starve. */
const ARCHIVE_BUDGET = 8_000

/**
 * A call lasts 5 s at most, a try to write 4 s, and the last of all slices leaves 5 s for that. What a part does not
 * use, the later ones have.
 */
export function sweepTimes(now: number, remaining: number, hasArchive: boolean): SweepTimes {
  const end = now + remaining
  const early = hasArchive ? ARCHIVE_BUDGET : 0
  return {
    levelsUntil: Math.min(now + LEVELS_BUDGET, end - early - 27_000),
    due: {
      claimUntil: end - early - 27_000,
      sendUntil: end - early - 21_000,
      settleUntil: end - early - 17_000,
    },
    noticesUntil: end - early - 14_000,
    archiveUntil: end - 13_000,
    suspects: { claimUntil: end - 12_000, sendUntil: end - 6_000, settleUntil: end - 5_000 },
  }
}
