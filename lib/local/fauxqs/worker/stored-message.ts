import type { SqsMessage } from './fauxqs-modules.js'

/** A message with what the emulator does not keep. */
export interface StoredMessage extends SqsMessage {
  /** ARN of the queue whose redrive policy moved it here: where a move task takes it back to. */
  deadLetterSourceArn?: string
  /** The sender's `AWSTraceHeader`. */
  traceHeader?: string
  /** Since when it is in this queue. Milliseconds since the epoch. */
  enqueuedAt?: number
  /** Of its latest receive: deletes it also when it is visible again. */
  latestReceipt?: string
}
