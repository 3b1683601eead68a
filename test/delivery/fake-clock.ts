import type { Clock } from '../../lib/clock.js'

export const START: number = Date.parse('2026-03-01T12:00:00.000Z')

/** Sleeping takes no time here: it moves the clock on, and is written down. */
export class FakeClock implements Clock {
  readonly sleeps: number[] = []
  #now: number

  constructor(start: number = START) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  readonly sleep = async (milliseconds: number): Promise<void> => {
    this.sleeps.push(milliseconds)
    this.#now += milliseconds
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}
