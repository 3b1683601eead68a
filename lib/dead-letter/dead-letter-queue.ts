import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { Notice } from './notice.js'

export interface DeadLetterQueueOptions {
  readonly client: SQSClient
  readonly queueUrl: string
}

/** A message attribute's value may be neither empty nor hold what SQS refuses; 256 characters are enough to find it. */
const ATTRIBUTE_MAX_CHARACTERS = 256

/** Where notices go. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
export class DeadLetterQueue {
  readonly #options: DeadLetterQueueOptions

  constructor(options: DeadLetterQueueOptions) {
    this.#options = options
  }

  /** @throws the SDK's error; the notice is then still owed */
  async send(notice: Notice): Promise<void> {
    await this.#options.client.send(
      new SendMessageCommand({
        QueueUrl: this.#options.queueUrl,
        MessageBody: notice.body,
        MessageAttributes: Object.fromEntries(
          Object.entries(notice.attributes).flatMap(([name, value]) => {
            const allowed = value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
            const StringValue = [...allowed].slice(0, ATTRIBUTE_MAX_CHARACTERS).join('')
            return StringValue === '' ? [] : [[name, { DataType: 'String', StringValue }]]
          }),
        ),
      }),
    )
  }
}
