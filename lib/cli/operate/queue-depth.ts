import { GetQueueAttributesCommand, GetQueueUrlCommand } from '@aws-sdk/client-sqs'
import type { AwsClients } from './aws-clients.js'

/** Messages that wait, and those that somebody is at. @throws the SDK's error */
export async function queueDepth({ sqs }: AwsClients, QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  )
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0)
}

/** @throws the SDK's error */
export async function queueUrl({ sqs }: AwsClients, arn: string): Promise<string> {
  const [, , , , QueueOwnerAWSAccountId, QueueName] = arn.split(':')
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName, QueueOwnerAWSAccountId }))
  return QueueUrl
}
