import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import type { AwsClients } from '../aws-clients.js'
import { isNoQueue } from '../is-no-queue.js'

/**
 * What SQS says of a queue; undefined when there is none, or whoever looks for its URL hears so.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html
 *
 * @throws the SDK's error
 */
export async function queueAttributes(
  { sqs }: AwsClients,
  url: Promise<string>,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: await url, AttributeNames: ['All'] }),
    )
    return Attributes
  } catch (error) {
    if (isNoQueue(error)) return undefined
    throw error
  }
}
