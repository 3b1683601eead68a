import { randomUUID } from 'node:crypto'
import type { QueueBatch } from '../inbox/invocation.js'

export interface SqsEventOptions {
  /** Name of the queue; one that ends in `.fifo` is a FIFO queue. @default 'queue' */
  readonly queueName?: string
  /** Of a FIFO queue: the message group of each body, in their order. @default - one group for all */
  readonly messageGroupIds?: readonly string[]
  /** When the messages were sent, and received for the first time. @default - now */
  readonly sentAt?: Date
}

/**
 * What Lambda invokes a function with for messages of an SQS queue. A body that is no text is put in as JSON:
 *
 *     await handler(sqsEvent([eventBridgeEvent(paid), eventBridgeEvent(shipped), 'no JSON']))
 *
 * The message ids are `message-0`, `message-1`, …
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export function sqsEvent(
  bodies: readonly unknown[],
  { queueName = 'queue', sentAt = new Date(), messageGroupIds }: SqsEventOptions = {},
): QueueBatch {
  const sent = String(sentAt.getTime())
  return {
    Records: bodies.map((body, index) => ({
      messageId: `message-${index}`,
      receiptHandle: randomUUID(),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: sent,
        SenderId: 'test',
        ApproximateFirstReceiveTimestamp: sent,
        ...(messageGroupIds === undefined ? {} : { MessageGroupId: messageGroupIds[index] }),
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:us-east-1:111122223333:${queueName}`,
      awsRegion: 'us-east-1',
    })),
  }
}
