import type { Clock } from '../../../lib/local/clock.js'

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** Time that stands still until the test moves it. */
export class ManualClock implements Clock {
  #now: number
  readonly #sleepers = new Set<Sleeper>()
  readonly #watchers = new Set<() => void>()
  /** How long each sleeper wanted to sleep, in order. */
  readonly sleeps: number[] = []

  constructor(start: number = Date.now()) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  readonly sleep = async (
    milliseconds: number,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<void> => {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const sleeper: Sleeper = {
        until: this.#now + milliseconds,
        wake: () => {
          signal.removeEventListener('abort', sleeper.wake)
          this.#sleepers.delete(sleeper)
          resolve()
        },
      }
      signal.addEventListener('abort', sleeper.wake)
      this.#sleepers.add(sleeper)
      this.sleeps.push(milliseconds)
      for (const watcher of [...this.#watchers]) watcher()
    })
  }

  /** How many sleep. */
  get sleeping(): number {
    return this.#sleepers.size
  }

  /** Wakes in order whoever is due by then. */
  advance(milliseconds: number): void {
    this.#now += milliseconds
    const due = [...this.#sleepers].filter(({ until }) => until <= this.#now)
    for (const sleeper of due.sort((a, b) => a.until - b.until)) sleeper.wake()
  }

  /** Waits until somebody sleeps, then moves on to when the first one is due and wakes it. */
  async wakeNext(): Promise<void> {
    await this.untilSleeping()
    const [first] = [...this.#sleepers].sort((a, b) => a.until - b.until)
    if (first === undefined) return
    this.#now = first.until
    first.wake()
  }

  /**
   * Resolves once somebody sleeps, at once if somebody does already.
   * @param milliseconds for exactly how long from now. @default - any time
   */
  async untilSleeping(milliseconds?: number): Promise<void> {
    const isSleeping = (): boolean =>
      [...this.#sleepers].some(
        ({ until }) => milliseconds === undefined || until === this.#now + milliseconds,
      )
    await new Promise<void>((resolve) => {
      const watch = (): void => {
        if (!isSleeping()) return
        this.#watchers.delete(watch)
        resolve()
      }
      this.#watchers.add(watch)
      watch()
    })
  }
}
