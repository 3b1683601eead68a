import type { AttributeValue } from '@aws-sdk/client-dynamodb-streams'

/** One record of a stream, ready for the function. */
export interface StreamRecord {
  /** Decimal, 21 to 40 digits. Its length varies: compared as text, it gives a wrong order. */
  readonly sequenceNumber: string
  /** When the change was made, milliseconds since the epoch, with a precision of one second. */
  readonly createdAt: number
  /** The key of the item that was changed. */
  readonly itemKeys: Readonly<Record<string, AttributeValue>>
  /** The record as the function gets it. */
  readonly event: Readonly<Record<string, unknown>>
  /** Bytes of the event as JSON text. */
  readonly bytes: number
}
