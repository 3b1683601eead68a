/** Lambda begins with five batches at once, and adds 300 a minute as long as all are busy. */
const FIRST = 5
const STEP = 300
/** Milliseconds. */
const INTERVAL = 60_000
const MAXIMUM = 1250

/**
 * How many batches of a queue may be under way at once.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
export class BatchConcurrency {
  readonly #maximum: number
  #allowed: number
  #fullSince: number | undefined

  /** @param maximum the mapping's `MaximumConcurrency` */
  constructor(maximum: number = MAXIMUM) {
    this.#maximum = maximum
    this.#allowed = Math.min(FIRST, maximum)
  }

  /** @param now milliseconds since the epoch */
  isFull(underWay: number, now: number): boolean {
    if (underWay === 0) this.#allowed = Math.min(FIRST, this.#maximum)
    if (underWay < this.#allowed) {
      this.#fullSince = undefined
      return false
    }
    this.#fullSince ??= now
    if (now < this.#fullSince + INTERVAL) return true
    this.#fullSince = undefined
    this.#allowed = Math.min(this.#maximum, this.#allowed + STEP)
    return underWay >= this.#allowed
  }

  /** Milliseconds until more are allowed, when it is full; undefined: there never are. */
  untilMore(now: number): number | undefined {
    if (this.#allowed >= this.#maximum) return undefined
    return Math.max(0, (this.#fullSince ?? now) + INTERVAL - now)
  }
}
