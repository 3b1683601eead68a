import { type MessageAttributeValue, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Caller } from '../../caller.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import { parseArn } from '../arn.js'

export interface QueueMessage {
  readonly queueArn: string
  readonly body: string
  readonly messageGroupId?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly traceHeader?: string
}

/** Sends to SQS as another service does, through the gateway: permissions and faults apply. */
export class QueueSender {
  readonly #environment: Pick<LocalEnvironment, 'endpoint' | 'clientConfigOf'>
  /** By caller: the access key says who sends. */
  readonly #clients = new Map<string, SQSClient>()

  constructor(environment: Pick<LocalEnvironment, 'endpoint' | 'clientConfigOf'>) {
    this.#environment = environment
  }

  async send(message: QueueMessage, caller: Caller): Promise<void> {
    await this.#clientOf(caller).send(
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
    for (const client of this.#clients.values()) client.destroy()
    this.#clients.clear()
  }

  #urlOf(queueArn: string): string {
    const arn = parseArn(queueArn)
    return `${this.#environment.endpoint}/${arn?.accountId}/${arn?.resource}`
  }

  #clientOf(caller: Caller): SQSClient {
    const key = JSON.stringify([caller.kind, caller.name, caller.roleArn, caller.sourceArn])
    let client = this.#clients.get(key)
    if (client === undefined) {
      // The retry policy of the target decides, not the SDK's.
      client = new SQSClient({ ...this.#environment.clientConfigOf(caller), maxAttempts: 1 })
      this.#clients.set(key, client)
    }
    return client
  }
}

function stringAttributes(texts: Readonly<Record<string, string>>): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { DataType: 'String', StringValue: text }]),
  )
}
