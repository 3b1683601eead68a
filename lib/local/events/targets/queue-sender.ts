import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { LocalEnvironment } from '../../resource-provider.js'
import { parseArn } from '../arn.js'

export interface QueueMessage {
  readonly queueArn: string
  readonly body: string
  readonly messageGroupId?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly traceHeader?: string
}

/** Sends to SQS as EventBridge does, through the gateway: permissions and faults apply. */
export class QueueSender {
  readonly #environment: LocalEnvironment
  #client: SQSClient | undefined

  constructor(environment: LocalEnvironment) {
    this.#environment = environment
  }

  async send(message: QueueMessage): Promise<void> {
    await this.#connected().send(
      new SendMessageCommand({
        QueueUrl: this.#urlOf(message.queueArn),
        MessageBody: message.body,
        ...(message.messageGroupId !== undefined && { MessageGroupId: message.messageGroupId }),
        ...(message.attributes !== undefined && { MessageAttributes: stringAttributes(message.attributes) }),
        ...(message.traceHeader !== undefined && {
          MessageSystemAttributes: stringAttributes({ AWSTraceHeader: message.traceHeader }),
        }),
      }),
    )
  }

  close(): void {
    this.#client?.destroy()
  }

  #urlOf(queueArn: string): string {
    const arn = parseArn(queueArn)
    return `${this.#environment.endpoint}/${arn?.accountId}/${arn?.resource}`
  }

  /** Made at the first use: the gateway's port is known only when it listens. */
  #connected(): SQSClient {
    this.#client ??= new SQSClient({
      region: this.#environment.region,
      endpoint: this.#environment.endpoint,
      credentials: this.#environment.credentialsOf({ kind: 'service', name: 'events.amazonaws.com' }),
      // The retry policy of the target decides, not the SDK's.
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000 },
    })
    return this.#client
  }
}

function stringAttributes(texts: Readonly<Record<string, string>>): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { DataType: 'String', StringValue: text }]),
  )
}
