export interface SleepOptions {
  /**
   * Nothing becomes due at the end of this sleep: a poll's interval, or the end of a long poll. Time that is moved
   * forward does not stop there. @default false
   */
  readonly idle?: boolean
}

/** Time as the local cloud sees it. Every time-out, window, back-off and age goes through it, so that it can be virtual. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after the given milliseconds, or as soon as a signal that is given aborts. It never rejects. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal, options?: SleepOptions) => Promise<void>
}
