import type timers from 'node:timers'

interface TimerEnvironment {
  readonly real: Pick<typeof timers, 'setTimeout' | 'clearTimeout'>
  /** Milliseconds since the epoch, in the local cloud's time. */
  readonly now: () => number
  readonly pending: Map<number, VirtualTimeout>
}

/** Node's longest; a longer one fires after a millisecond. */
const LONGEST = 2 ** 31 - 1

let lastId = 0

/**
 * What `setTimeout` gives, with the members of Node's own.
 * https://nodejs.org/api/timers.html#class-timeout
 */
export class VirtualTimeout {
  readonly #callback: () => void
  readonly #delay: number
  readonly #repeats: boolean
  readonly #environment: TimerEnvironment
  readonly #id: number
  #due: number
  #armed: NodeJS.Timeout | undefined
  #ref = true
  #counts = true

  constructor(callback: () => void, delay: number, repeats: boolean, environment: TimerEnvironment) {
    this.#callback = callback
    this.#delay = delay >= 1 && delay <= LONGEST ? Math.trunc(delay) : 1
    this.#repeats = repeats
    this.#environment = environment
    lastId += 1
    this.#id = lastId
    this.#due = environment.now() + this.#delay
    environment.pending.set(this.#id, this)
  }

  /** Milliseconds since the epoch. */
  get due(): number {
    return this.#due
  }

  /** Whether time that is moved forward must stop at it. */
  get counts(): boolean {
    return this.#counts
  }

  /** Sets the real timer, again after time was moved. */
  arm(): void {
    const { real, now } = this.#environment
    if (this.#armed !== undefined) real.clearTimeout(this.#armed)
    this.#armed = real.setTimeout(() => this.#fire(), Math.max(0, this.#due - now()))
    if (!this.#ref) this.#armed.unref()
  }

  ref(): this {
    this.#ref = true
    this.#counts = true
    this.#armed?.ref()
    return this
  }

  unref(): this {
    this.#counts = false
    return this.release()
  }

  /** Does not keep the process alive, but is waited for: as with `AbortSignal.timeout`. */
  release(): this {
    this.#ref = false
    this.#armed?.unref()
    return this
  }

  hasRef(): boolean {
    return this.#ref
  }

  refresh(): this {
    this.#due = this.#environment.now() + this.#delay
    this.#environment.pending.set(this.#id, this)
    this.arm()
    return this
  }

  close(): this {
    const { real, pending } = this.#environment
    pending.delete(this.#id)
    if (this.#armed !== undefined) real.clearTimeout(this.#armed)
    this.#armed = undefined
    return this
  }

  [Symbol.toPrimitive](): number {
    return this.#id
  }

  #fire(): void {
    if (this.#repeats) this.refresh()
    else this.close()
    this.#callback()
  }
}
