import { setMaxListeners } from 'node:events'
import type { Clock } from '../clock.js'
import type { InFlight } from '../events/in-flight.js'
import type { Occurrences } from './expression/occurrences.js'

export interface TimersEnvironment {
  readonly clock: Clock
  readonly inFlight: InFlight
  readonly stopping: AbortSignal
}

export interface Timer {
  readonly occurrences: Occurrences
  /** The first occurrence is at this time or later, milliseconds since the epoch. */
  readonly from: number
  /** None is later. @default - no end */
  readonly until?: number
  /** An occurrence is due; whatever this begins reports itself as work before it returns. */
  readonly onDue: (due: number) => void
  /** There are no more occurrences. */
  readonly onEnd?: () => void
}

/** Waits for the occurrences of each rule or schedule, one after the other, on the clock of the local cloud. */
export class Timers {
  readonly #environment: TimersEnvironment
  readonly #running = new Map<string, AbortController>()

  constructor(environment: TimersEnvironment) {
    this.#environment = environment
    setMaxListeners(0, environment.stopping)
  }

  /** Replaces the timer of the same key. */
  start(key: string, timer: Timer): void {
    this.end(key)
    const ending = new AbortController()
    this.#running.set(key, ending)
    this.#environment.inFlight.track(this.#run(timer, ending.signal))
  }

  end(key: string): void {
    this.#running.get(key)?.abort()
    this.#running.delete(key)
  }

  async #run(timer: Timer, ended: AbortSignal): Promise<void> {
    const { clock, stopping } = this.#environment
    const { occurrences, from, until = Number.POSITIVE_INFINITY, onDue, onEnd } = timer
    const signal = AbortSignal.any([ended, stopping])
    let due = occurrences.from(from)
    while (due !== undefined && due <= until) {
      const wait = due - clock.now()
      // What is due already must not wait for the clock: whoever looks for rest would not see it.
      if (wait > 0) await clock.sleep(wait, signal)
      else await Promise.resolve()
      if (signal.aborted) return
      onDue(due)
      due = occurrences.from(due + 1)
    }
    onEnd?.()
  }
}
