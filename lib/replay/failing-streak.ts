import type { FailedEvent } from './failed-event.js'

/** So many events in a row that fail for good with one code are no longer taken for the events' own fault. */
export const STREAK_LIMIT = 10

/** Events that failed one after the other, with one code, and are not passed over yet. */
export class FailingStreak {
  #failed: FailedEvent[] = []

  get first(): FailedEvent | undefined {
    return this.#failed[0]
  }

  get isTooLong(): boolean {
    return this.#failed.length >= STREAK_LIMIT
  }

  /** False, and not added, when it failed otherwise than the others: then the streak is over. */
  add(failed: FailedEvent): boolean {
    if (this.first !== undefined && this.first.errorCode !== failed.errorCode) return false
    this.#failed.push(failed)
    return true
  }

  /** Ends it. @returns what it had */
  take(): readonly FailedEvent[] {
    const failed = this.#failed
    this.#failed = []
    return failed
  }
}
