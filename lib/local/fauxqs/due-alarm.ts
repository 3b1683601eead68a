import type { Clock } from '../clock.js'

/** One sleep on the clock until whatever is due next. */
export class DueAlarm {
  readonly #clock: Clock
  readonly #onDue: (due: number) => void
  #due: number | undefined
  #sleep = new AbortController()

  constructor(clock: Clock, onDue: (due: number) => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Replaces the former one. Milliseconds since the epoch; undefined: nothing is due. */
  set(due: number | undefined): void {
    if (due === this.#due) return
    this.#sleep.abort()
    this.#due = due
    if (due === undefined) return
    const sleep = new AbortController()
    this.#sleep = sleep
    void this.#clock.sleep(Math.max(0, due - this.#clock.now()), sleep.signal).then(() => {
      if (sleep.signal.aborted) return
      this.#due = undefined
      this.#onDue(due)
    })
  }
}
