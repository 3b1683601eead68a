import type { SendError } from '../destination/event-destination.js'
import type { DeliveryTimes } from './delivery-times.js'
import type { Outcome } from './outcome.js'
import type { PendingRow } from './pending-row.js'

/** What is known of the rows of one call while it is sent, repeated and split. */
export class Call {
  readonly times: DeliveryTimes
  readonly outcomes: Map<PendingRow, Outcome> = new Map()
  /** Entries that were sent again. */
  retried = 0
  /** The destination takes nothing at present: whoever has more to send should stop. */
  outage: SendError | undefined
  /** The largest call that makes sense after a refusal for size. Bytes. */
  maxBytes: number = Number.POSITIVE_INFINITY
  /** Why the call was sent in halves although it may be an outage: the probe passed. */
  unavailable: SendError | undefined
  /** The probe passed while these rows failed. */
  probePassed = false

  constructor(times: DeliveryTimes) {
    this.times = times
  }

  /** Whether what fails here fails by itself: others of the call passed, or the probe did. */
  othersPass(): boolean {
    return this.probePassed || this.hasSuccess()
  }

  hasSuccess(): boolean {
    for (const { kind } of this.outcomes.values()) if (kind === 'published') return true
    return false
  }

  /** An outage after all: whatever was not rejected for itself is held. */
  holdAll(error: SendError): void {
    this.outage = error
    this.hold(
      [...this.outcomes].flatMap(([row, { kind }]) => (kind === 'rejected' ? [] : [row])),
      error,
    )
  }

  hold(rows: Iterable<PendingRow>, error: SendError): void {
    for (const row of rows) this.outcomes.set(row, { kind: 'held', error })
  }
}
