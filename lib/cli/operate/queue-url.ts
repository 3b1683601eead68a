import { GetQueueUrlCommand } from '@aws-sdk/client-sqs'
import type { AwsClients } from './aws-clients.js'

/** @throws the SDK's error */
export async function queueUrl({ sqs }: AwsClients, arn: string): Promise<string> {
  const [, , , , QueueOwnerAWSAccountId, QueueName] = arn.split(':')
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName, QueueOwnerAWSAccountId }))
  return QueueUrl
}
