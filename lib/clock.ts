import { setTimeout as delay } from 'node:timers/promises'

/** Time as the code sees it; injected, so that no test waits. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after the given milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds) => {
    await delay(milliseconds)
  },
}
