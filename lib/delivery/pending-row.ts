import type { OutgoingEvent } from '../destination/event-destination.js'
import type { RowIdentity, RowKey } from '../store/row-key.js'

/** A row that somebody must deliver, with the fence under which that somebody saw it. */
export interface PendingRow {
  readonly key: RowKey
  readonly identity: RowIdentity
  /** `obShard` as seen. */
  readonly shard: string
  /** `obDue` as seen: the fence that every failing step must still find. */
  readonly due: string
  /** Undefined, and the reason in `fault`, when the row was edited into something that can never be sent. */
  readonly event?: OutgoingEvent
  readonly fault?: RowFault
  /** `obSeq`, where the aggregate has versions. */
  readonly sequence?: string
  /** Failures attributed to this record so far. */
  readonly attempts: number
  readonly deaths: number
  /** Claims that had no outcome: the worker crashed, or could not write. */
  readonly claims: number
  readonly failedAt?: string
  /** The row as it was read, for the dead letter. */
  readonly raw: Readonly<Record<string, unknown>>
}

/** What makes a row undeliverable. The message holds no payload. */
export interface RowFault {
  readonly code: string
  readonly message: string
}

/** The rows of one aggregate are delivered in order. */
export function aggregateKey({ identity }: PendingRow): string {
  return `${identity.aggregateType}#${identity.aggregateId}`
}
