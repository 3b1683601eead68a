import type { StreamRecord } from './stream-record.js'

/** Consecutive records that are given to the function together, with what happened to them so far. */
export interface Batch {
  readonly records: readonly StreamRecord[]
  /** Retries used up of `MaximumRetryAttempts`. */
  readonly retries: number
  /** No retry is left. */
  readonly exhausted: boolean
  /** How often the function was invoked with these records, in this batch or in a larger one. */
  readonly invocations: number
  /** Consecutive attempts without success, whatever the reason: the back-off grows with it. */
  readonly failures: number
  /** Not before this time, in milliseconds since the epoch. */
  readonly notBefore: number
  /** The last invocation, if there was one. */
  readonly last?: LastInvocation
}

/** What the on-failure message says of the last invocation. */
export interface LastInvocation {
  readonly requestId: string
  /** `Unhandled` when the function threw; absent for a partial failure, which is a successful invocation. */
  readonly functionError?: string
}

export function newBatch(records: readonly StreamRecord[]): Batch {
  return { records, retries: 0, exhausted: false, invocations: 0, failures: 0, notBefore: 0 }
}
