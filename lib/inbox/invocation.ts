import { OutboxError } from '../errors.js'

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
  readonly attributes: {
    /** Milliseconds since the epoch. */
    readonly ApproximateFirstReceiveTimestamp: string
    /** Of FIFO queues. */
    readonly MessageGroupId?: string
  }
}

export interface InvocationContext {
  /** Milliseconds. */
  readonly getRemainingTimeInMillis: () => number
}

/** The messages that come again. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
export interface BatchResponse {
  batchItemFailures: { itemIdentifier: string }[]
}

/**
 * Whether Lambda brings a batch of SQS messages; EventBridge's envelope has no `Records`.
 *
 * @throws OutboxError INVALID_EVENT for the records of another service: their failures are told in another way
 */
export function isQueueBatch(event: unknown): event is QueueBatch {
  if (typeof event !== 'object' || event === null || !('Records' in event)) return false
  if (Array.isArray(event.Records) && event.Records.every(isQueueRecord)) return true
  throw new OutboxError(
    'INVALID_EVENT',
    'Expected the function to be invoked by an SQS queue or by an EventBridge rule, got the records of another service: put a queue behind the rule, and map the function to that',
    { path: 'Records' },
  )
}

function isQueueRecord(record: unknown): record is QueueRecord {
  if (typeof record !== 'object' || record === null) return false
  return ['messageId', 'body', 'eventSourceARN'].every(
    (name) => typeof (record as Readonly<Record<string, unknown>>)[name] === 'string',
  )
}

export function isFifo({ eventSourceARN }: QueueRecord): boolean {
  return eventSourceARN.endsWith('.fifo')
}
