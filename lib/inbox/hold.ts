import type { SQSClient } from '@aws-sdk/client-sqs'
import type { Clock } from '../clock.js'
import { messageAttributes } from '../dead-letter/message-attributes.js'
import type { QueueRecord } from './invocation.js'
import type { Metadata } from './read-message.js'

export interface HoldOptions {
  readonly queueUrl: string
  readonly deadLetterQueueUrl: string
  /**
   * How long an early event waits, from when it was first looked at: one that lay in the queue while the consumer was
   * stopped has waited for nothing yet. Seconds.
   */
  readonly deadlineSeconds: number
  /** The wait between two looks. Seconds, at most 3,600. */
  readonly retrySeconds: number
  readonly clock: Clock
  /** @default - one that the environment configures */
  readonly client?: SQSClient
}

/** An early event waits in its queue for what must come before it; past the deadline people are told what is missing. */
export class Hold {
  readonly #options: HoldOptions
  #client: SQSClient | undefined

  constructor(options: HoldOptions) {
    this.#options = options
    this.#client = options.client
  }

  /**
   * @returns `waits`: the message must stay in the queue; `dead`: it is in the dead-letter queue, with what is missing
   * @throws the SDK's error; the message stays in the queue
   */
  async hold(
    { receiptHandle, body, attributes }: QueueRecord,
    { eventId, eventType, aggregateType, aggregateId }: Metadata,
    missing: readonly string[],
  ): Promise<'waits' | 'dead'> {
    const { queueUrl, deadLetterQueueUrl, deadlineSeconds, retrySeconds, clock } = this.#options
    // Nobody needs the SDK's client for SQS who holds nothing.
    const {
      ChangeMessageVisibilityCommand,
      SendMessageCommand,
      SQSClient: Client,
    } = await import('@aws-sdk/client-sqs')
    this.#client ??= new Client({})
    if (clock.now() - Number(attributes.ApproximateFirstReceiveTimestamp) < deadlineSeconds * 1000) {
      await this.#client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: retrySeconds,
        }),
      )
      return 'waits'
    }
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: deadLetterQueueUrl,
        MessageBody: body,
        MessageAttributes: messageAttributes({
          reason: 'GapNotFilled',
          missing: missing.join(', '),
          eventId,
          eventType,
          aggregateType,
          aggregateId,
        }),
      }),
    )
    return 'dead'
  }
}
