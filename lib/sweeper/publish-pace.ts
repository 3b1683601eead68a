import type { Clock } from '../clock.js'

/** Spreads events over time: at most `rate` a second, by the clock. */
export class PublishPace {
  readonly #clock: Clock
  readonly #rate: number | undefined
  #freeAt = 0
  /** The latest time that was seen. */
  #seenAt = 0

  /** @param rate events per second; undefined for as fast as it goes */
  constructor(clock: Clock, rate: number | undefined) {
    this.#clock = clock
    this.#rate = rate
  }

  /** Rows that may be sent at once: more would be a burst. */
  get burst(): number {
    return this.#rate ?? Number.POSITIVE_INFINITY
  }

  /** Waits for the turn of so many events; false, without waiting, when that comes after `until`. */
  async turn(events: number, until: number): Promise<boolean> {
    if (this.#rate === undefined) return this.#clock.now() < until
    const now = this.#clock.now()
    // A clock that was set back must not stop everything until it has caught up.
    if (now < this.#seenAt) this.#freeAt = now
    this.#seenAt = now
    const startsAt = Math.max(now, this.#freeAt)
    if (startsAt >= until) return false
    this.#freeAt = startsAt + (events / this.#rate) * 1_000
    if (startsAt > now) await this.#clock.sleep(startsAt - now)
    return true
  }
}
