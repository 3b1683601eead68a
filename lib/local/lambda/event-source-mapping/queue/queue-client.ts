import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { chunk } from '../../../../store/chunk.js'
import { AwsError } from '../../../aws-error.js'
import { parseArn } from '../../../events/arn.js'
import type { LocalEnvironment } from '../../../resource-provider.js'

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html */
const RECEIVE_MAXIMUM_MESSAGES = 10
const RECEIVE_MAXIMUM_WAIT_SECONDS = 20
/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessageBatch.html */
const BATCH_MAXIMUM_ENTRIES = 10
/** A call that tells SQS what became of messages is tried three times. Milliseconds between the attempts. */
const PAUSES = [100, 400]

/** The queue as Lambda sees it: through the gateway, so that permissions and faults apply. */
export class QueueClient {
  readonly #sqs: SQSClient
  readonly #queueUrl: string
  readonly #environment: LocalEnvironment

  /** @param roleArn the function's role: Lambda reads the queue with its permissions */
  constructor(queueArn: string, roleArn: string, environment: LocalEnvironment) {
    const arn = parseArn(queueArn)
    if (arn === undefined)
      throw new AwsError('InvalidParameterValueException', `\`${queueArn}\` is not the ARN of a queue.`)
    this.#queueUrl = `${environment.endpoint}/${arn.accountId}/${arn.resource}`
    this.#environment = environment
    this.#sqs = new SQSClient({
      ...environment.clientConfigOf({
        kind: 'service',
        name: 'lambda.amazonaws.com',
        ...(roleArn === '' ? {} : { roleArn }),
      }),
      // The SDK would wait in real time.
      maxAttempts: 1,
    })
  }

  async visibilitySeconds(): Promise<number> {
    const { Attributes: attributes = {} } = await this.#sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: this.#queueUrl, AttributeNames: ['VisibilityTimeout'] }),
    )
    return Number(attributes['VisibilityTimeout'])
  }

  /** Ends without messages as soon as the signal aborts. A message that is on its way just then comes back later. */
  async receive(maximum: number, signal: AbortSignal): Promise<readonly Message[]> {
    try {
      const { Messages: messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#queueUrl,
          MaxNumberOfMessages: Math.min(maximum, RECEIVE_MAXIMUM_MESSAGES),
          WaitTimeSeconds: RECEIVE_MAXIMUM_WAIT_SECONDS,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: signal },
      )
      return messages
    } catch (error) {
      if (signal.aborted) return []
      throw error
    }
  }

  /** Gives how many were deleted. A message that cannot be is delivered again, as on AWS. */
  async delete(messages: readonly Message[]): Promise<number> {
    return this.#forEachBatch(messages, 'deleted', (entries) =>
      this.#sqs.send(new DeleteMessageBatchCommand({ QueueUrl: this.#queueUrl, Entries: entries })),
    )
  }

  /** Makes messages visible that nobody has seen, as if they had not been received. */
  async release(messages: readonly Message[]): Promise<void> {
    await this.#forEachBatch(messages, 'given back', (entries) =>
      this.#sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: this.#queueUrl,
          Entries: entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 })),
        }),
      ),
    )
  }

  async #forEachBatch(
    messages: readonly Message[],
    done: string,
    call: (
      entries: { Id: string; ReceiptHandle: string }[],
    ) => Promise<{ readonly Failed?: readonly unknown[] | undefined }>,
  ): Promise<number> {
    let succeeded = 0
    for (const batch of chunk(messages, BATCH_MAXIMUM_ENTRIES)) {
      const entries = batch.map(({ ReceiptHandle = '' }, index) => ({ Id: String(index), ReceiptHandle }))
      try {
        const { Failed: failed = [] } = await this.#persist(() => call(entries))
        succeeded += batch.length - failed.length
        if (failed.length > 0) this.#warn(failed.length, done)
      } catch (error) {
        this.#warn(batch.length, done, error)
      }
    }
    return succeeded
  }

  async #persist<T>(call: () => Promise<T>): Promise<T> {
    for (const pause of PAUSES) {
      try {
        return await call()
      } catch {
        await this.#environment.clock.sleep(pause, new AbortController().signal)
      }
    }
    return call()
  }

  #warn(count: number, done: string, error?: unknown): void {
    const name = this.#queueUrl.slice(this.#queueUrl.lastIndexOf('/') + 1)
    const reason = error instanceof Error ? ` (${error.name})` : ''
    this.#environment.spies.warn(
      `${count} messages of ${name} could not be ${done}${reason}: they come again later.`,
    )
  }
}
