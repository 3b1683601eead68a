import type { JsonRecord } from '../record.js'

/** What the worker is started with. */
export interface FauxqsSettings {
  /** The emulator's main module. */
  readonly fauxqsUrl: string
  /** One Float64: the milliseconds by which the local cloud's time is ahead. */
  readonly clockOffset: SharedArrayBuffer
  readonly region: string
  readonly accountId: string
}

export interface S3Request {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

export interface SqsAnswer {
  readonly statusCode: number
  readonly body: JsonRecord
  /** Of an error: its code in the former query protocol, `AWS.SimpleQueueService.NonExistentQueue;Sender`. */
  readonly queryError?: string
  /** Of ReceiveMessage: how long it waits at most, by the call or by the queue. */
  readonly waitSeconds?: number
}

export interface S3Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * A queue as CloudWatch's gauges show it.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
export interface QueueStatistics {
  readonly queueName: string
  readonly approximateNumberOfMessagesVisible: number
  readonly approximateNumberOfMessagesNotVisible: number
  readonly approximateNumberOfMessagesDelayed: number
  /**
   * Since when the oldest message that counts is in the queue, milliseconds since the epoch; absent when there is none.
   * A message that was received more than three times does not count.
   */
  readonly oldestMessageAt?: number
}

export type FauxqsTask =
  | { readonly kind: 'sqs'; readonly operation: string; readonly input: JsonRecord }
  | { readonly kind: 's3'; readonly request: S3Request }
  | { readonly kind: 'take-back'; readonly queueUrl: string; readonly receiptHandles: readonly string[] }
  /** What is due by then happens now. Milliseconds since the epoch. */
  | { readonly kind: 'tick'; readonly until: number }
  | { readonly kind: 'statistics' }

export interface FauxqsResults {
  readonly sqs: SqsAnswer
  readonly s3: S3Answer
  readonly 'take-back': undefined
  readonly tick: undefined
  readonly statistics: readonly QueueStatistics[]
}

export interface FauxqsRequest {
  readonly id: number
  readonly task: FauxqsTask
}

export interface FauxqsResponse {
  /** Absent: the worker is ready. */
  readonly id?: number
  readonly result?: FauxqsResults[FauxqsTask['kind']]
  /** Why the emulator failed: its own fault, not an answer of the API. */
  readonly fault?: string
  /** Queues that changed so that who waits for them should look again. */
  readonly rung: readonly string[]
  /** When the next change by itself is due: milliseconds since the epoch; absent when none is. */
  readonly due?: number
}
