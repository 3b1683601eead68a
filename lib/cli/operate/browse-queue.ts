import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs'
import type { Clock } from '../../clock.js'
import { chunk } from '../../store/chunk.js'
import type { AwsClients } from './aws-clients.js'

/** What SQS hands out, and takes, at once. */
const BATCH = 10

/** What is not put back, because the process was killed, comes back by itself. Seconds. */
const VISIBILITY = 90

/** The look ends before what it saw first comes back. Milliseconds. */
const MAX_TIME = 60_000

export interface BrowseOptions {
  readonly url: string
  readonly maxMessages: number
  readonly clock: Clock
  /** Asked once for each message. */
  readonly visit: (message: Message) => 'putBack' | 'delete'
  /** Whoever looked for something may have found it. */
  readonly isDone: () => boolean
}

export interface Browsed {
  readonly deleted: number
  /** False: there may be messages that were not looked at. */
  readonly isWhole: boolean
}

/**
 * Looks through a queue: takes the messages out of sight, deletes those that are to be deleted, and puts the others back.
 * Each was received once more then, which SQS counts.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibilityBatch.html
 *
 * @throws the SDK's error
 */
export async function browseQueue(
  { sqs }: AwsClients,
  { url, maxMessages, clock, visit, isDone }: BrowseOptions,
): Promise<Browsed> {
  const until = clock.now() + MAX_TIME
  const putBack: Message[] = []
  let deleted = 0
  let seen = 0
  let isWhole = false
  try {
    while (!isDone() && seen < maxMessages && clock.now() < until) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: url,
          MaxNumberOfMessages: BATCH,
          VisibilityTimeout: VISIBILITY,
          // A long poll asks all of SQS's servers: what it does not find is not there.
          WaitTimeSeconds: 1,
        }),
      )
      if (Messages.length === 0) {
        isWhole = true
        break
      }
      seen += Messages.length
      const gone = Messages.filter((message) => visit(message) === 'delete')
      putBack.push(...Messages.filter((message) => !gone.includes(message)))
      deleted += await deleteAll(sqs, url, gone)
    }
  } finally {
    for (const part of chunk(putBack, BATCH))
      await sqs.send(
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: url,
          Entries: part.map(({ ReceiptHandle }, place) => ({
            Id: String(place),
            ReceiptHandle,
            VisibilityTimeout: 0,
          })),
        }),
      )
  }
  return { deleted, isWhole }
}

async function deleteAll(sqs: AwsClients['sqs'], url: string, messages: readonly Message[]): Promise<number> {
  if (messages.length === 0) return 0
  const { Successful = [] } = await sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: url,
      Entries: messages.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle })),
    }),
  )
  return Successful.length
}
