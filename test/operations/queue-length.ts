import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Messages in a queue, seen by nobody or somebody's just now. */
export async function queueLength(queues: SQSClient, QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await queues.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  )
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0)
}
