import type { SendError, SendResult } from '../destination/event-destination.js'
import type { ReplayedEvent } from './replayed-event.js'

/** Where replayed events go. Nothing here throws: each failure is an answer. */
export interface ReplayTarget {
  /** Events per call. */
  readonly maxEntries: number
  /** A call's bytes must stay below this. */
  readonly maxBytes: number
  readonly bytesOf: (event: ReplayedEvent) => number
  /** False when the event must wait for the next call, whatever room there is. */
  readonly mayJoin: (event: ReplayedEvent, call: readonly ReplayedEvent[]) => boolean
  readonly send: (events: readonly ReplayedEvent[]) => Promise<SendResult>
  /** Whether it may refuse one event for want of a permission, and take others. */
  readonly mayDenyOne: boolean
  /** Does the target take anything from us at all? Undefined when it does. */
  readonly probe: () => Promise<SendError | undefined>
}
