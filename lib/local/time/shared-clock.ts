import type { Clock } from '../clock.js'

/** A clock that other threads can follow. */
export interface SharedClock extends Clock {
  /** One Float64: the milliseconds by which this clock is ahead of the real time. */
  readonly offset: SharedArrayBuffer
  /** Told after time was moved. Gives what removes the listener. */
  readonly onJump: (listener: () => void) => () => void
}
