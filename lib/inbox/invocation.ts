/** The parts of Lambda's events that a consumer reads, so that the package needs no types of its own for them. */

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export interface QueueBatch {
  readonly Records: readonly QueueRecord[]
}

export interface QueueRecord {
  readonly messageId: string
  readonly receiptHandle: string
  readonly body: string
  readonly eventSourceARN: string
  readonly attributes: { readonly SentTimestamp: string }
}

export interface InvocationContext {
  /** Milliseconds. */
  readonly getRemainingTimeInMillis: () => number
}

/** The messages that come again. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
export interface BatchResponse {
  batchItemFailures: { itemIdentifier: string }[]
}

/** A batch of SQS messages, by shape: EventBridge's envelope has no `Records`. */
export function isQueueBatch(event: unknown): event is QueueBatch {
  return typeof event === 'object' && event !== null && 'Records' in event && Array.isArray(event.Records)
}

export function isFifo({ eventSourceARN }: QueueRecord): boolean {
  return eventSourceARN.endsWith('.fifo')
}
