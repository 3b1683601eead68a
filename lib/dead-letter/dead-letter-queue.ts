import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { messageAttributes } from './message-attributes.js'
import type { Notice } from './notice.js'

export interface DeadLetterQueueOptions {
  readonly client: SQSClient
  readonly queueUrl: string
}

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
        MessageAttributes: messageAttributes(notice.attributes),
      }),
    )
  }
}
