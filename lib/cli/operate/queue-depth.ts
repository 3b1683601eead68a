import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { AwsClients } from './aws-clients.js'
import { isNoQueue } from './is-no-queue.js'

/**
 * Messages that wait, and those that somebody is at; null where the queue is not known, or gone.
 *
 * @throws the SDK's error
 */
export async function queueDepth(
  { sqs }: AwsClients,
  url: Promise<string | undefined>,
): Promise<number | null> {
  try {
    const QueueUrl = await url
    if (QueueUrl === undefined) return null
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0)
  } catch (error) {
    if (isNoQueue(error)) return null
    throw error
  }
}
