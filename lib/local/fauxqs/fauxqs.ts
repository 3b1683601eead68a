import type { GatewayResponse } from '../gateway/gateway-message.js'
import type { JsonRecord } from '../record.js'
import type { QueueStatistics, S3Request, SqsAnswer } from './worker-message.js'

/** The SQS and S3 emulator, in a worker whose `Date` tells the local cloud's time. It opens no port. */
export interface Fauxqs {
  /** One call of SQS's API. ReceiveMessage answers at once. */
  readonly sqs: (operation: string, input: JsonRecord) => Promise<SqsAnswer>
  /** Messages that a receiver never got are there again, as if they had not been received. */
  readonly takeBack: (queueUrl: string, receiptHandles: readonly string[]) => Promise<void>
  /**
   * Resolves when a message of the queue becomes visible, or the queue is deleted, or the signal aborts. Ask before
   * you look, else what comes in between is missed.
   */
  readonly bell: (queueName: string, signal: AbortSignal) => Promise<void>
  readonly s3: (request: S3Request) => Promise<GatewayResponse>
  readonly statistics: () => Promise<readonly QueueStatistics[]>
  /** Ends the worker. */
  readonly stop: () => Promise<void>
}
