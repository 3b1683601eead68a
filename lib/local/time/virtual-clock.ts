import type { SleepOptions } from '../clock.js'
import { LocalCloudError } from '../local-cloud-error.js'
import type { Activity } from './activity.js'
import { type Duration, milliseconds } from './duration.js'
import type { SharedClock } from './shared-clock.js'

/** The longest time that Node's timers can wait; a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly due: number
  readonly idle: boolean
  readonly wake: () => void
}

/**
 * The real time plus an offset. It flows by itself, and it can be moved forward: then whatever becomes due in between
 * happens in order, each with its consequences, before the next.
 */
export class VirtualClock implements SharedClock {
  readonly offset: SharedArrayBuffer = new SharedArrayBuffer(8)
  readonly #offset = new Float64Array(this.offset)
  readonly #activity: Activity
  readonly #sleepers = new Set<Sleeper>()
  readonly #jumpListeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  #timerDue = Number.POSITIVE_INFINITY
  #advancing: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(activity: Activity) {
    this.#activity = activity
  }

  readonly now = (): number => Date.now() + (this.#offset[0] ?? 0)

  readonly sleep = (
    duration: number,
    signal?: AbortSignal,
    { idle = false }: SleepOptions = {},
  ): Promise<void> => {
    if (signal?.aborted === true) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper: Sleeper = { due: this.now() + duration, idle, wake }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
      if (sleeper.due < this.#timerDue) this.#arm()
    })
  }

  onJump(listener: () => void): () => void {
    this.#jumpListeners.add(listener)
    return () => {
      this.#jumpListeners.delete(listener)
    }
  }

  /**
   * Moves time forward and resolves when all that became due has happened and the local cloud is at rest. Calls take
   * turns.
   * @throws LocalCloudError when something stays at work for a minute of real time
   */
  advance(duration: Duration): Promise<void> {
    const distance = milliseconds(duration)
    if (this.#stopped) return Promise.reject(new LocalCloudError('The local cloud was stopped.'))
    const advanced = this.#advancing.then(() => this.#advance(distance))
    this.#advancing = advanced.catch(() => undefined)
    return advanced
  }

  /**
   * Moves time forward at once, whoever is at work: what becomes due happens, and nobody waits for what follows. For
   * work that never comes to rest, such as a function that spins until its time-out.
   */
  jump(duration: Duration): void {
    this.#jumpTo(this.now() + milliseconds(duration))
  }

  /** Resolves when nothing happens any more unless time passes. */
  async quiet(): Promise<void> {
    await this.#activity.quiet()
  }

  /** Nobody is woken any more. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#sleepers.clear()
  }

  async #advance(distance: number): Promise<void> {
    const target = this.now() + distance
    for (;;) {
      const elsewhere = await this.#activity.quiet()
      const due = Math.min(
        this.#earliest((sleeper) => !sleeper.idle),
        elsewhere ?? Number.POSITIVE_INFINITY,
      )
      if (due > target) break
      this.#jumpTo(due)
    }
    this.#jumpTo(target)
    await this.#activity.quiet()
  }

  #earliest(counts: (sleeper: Sleeper) => boolean): number {
    let earliest = Number.POSITIVE_INFINITY
    for (const sleeper of this.#sleepers) if (counts(sleeper)) earliest = Math.min(earliest, sleeper.due)
    return earliest
  }

  #jumpTo(time: number): void {
    const distance = time - this.now()
    if (distance > 0) this.#offset[0] = (this.#offset[0] ?? 0) + distance
    this.#wakeDue(Math.max(time, this.now()))
    for (const listener of [...this.#jumpListeners]) listener()
  }

  #wakeDue(time: number): void {
    const due = [...this.#sleepers].filter((sleeper) => sleeper.due <= time)
    for (const { wake } of due.sort((a, b) => a.due - b.due)) wake()
    this.#arm()
  }

  /** One real timer for whoever is due first. */
  #arm(): void {
    clearTimeout(this.#timer)
    this.#timerDue = this.#earliest(() => true)
    if (this.#timerDue === Number.POSITIVE_INFINITY) return
    const wait = Math.min(LONGEST_TIMER, Math.max(0, this.#timerDue - this.now()))
    this.#timer = setTimeout(() => this.#wakeDue(this.now()), wait)
  }
}
