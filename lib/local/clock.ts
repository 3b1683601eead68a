import { setTimeout as delay } from 'node:timers/promises'

/** Time as the local cloud sees it. Every time-out, window, back-off and age goes through it, so that it can be virtual. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after the given milliseconds, or as soon as the signal aborts. It never rejects. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, { signal })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  },
}
