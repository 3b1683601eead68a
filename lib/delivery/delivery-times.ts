import type { SendError } from '../destination/event-destination.js'

/** When a run must have sent what it can. Milliseconds since the epoch. */
export interface DeliveryTimes {
  /** No call is repeated after this. */
  readonly retryUntil: number
  /** No call may be under way after this. */
  readonly sendUntil: number
}

/** Why a row is held that there was no time to send, or to judge. */
export const OUT_OF_TIME: SendError = { code: 'OutOfTime', message: 'The invocation was about to end' }
