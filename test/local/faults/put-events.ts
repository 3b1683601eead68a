import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { LocalCloud } from '../../../lib/local/index.js'

/** For clients that do not try again. */
export const once = { maxAttempts: 1 }

export const entry = (n: number): object => ({
  Source: 'shop',
  DetailType: 'OrderPlaced',
  Detail: JSON.stringify({ n }),
})

export function putEvents(
  cloud: LocalCloud,
  numbers: readonly number[],
  config: object = once,
): Promise<unknown> {
  const Entries = numbers.map(entry)
  return new EventBridgeClient({ ...cloud.clientConfig, ...config }).send(new PutEventsCommand({ Entries }))
}

/** Of the events that were published. */
export const details = (cloud: LocalCloud): string[] => cloud.events().map(({ detailText }) => detailText)

/** How many messages are in the queue `Orders`. */
export async function queued(cloud: LocalCloud): Promise<number> {
  const { Attributes } = await new SQSClient(cloud.clientConfig).send(
    new GetQueueAttributesCommand({
      QueueUrl: cloud.physicalId('Orders'),
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  )
  return Number(Attributes?.ApproximateNumberOfMessages)
}
