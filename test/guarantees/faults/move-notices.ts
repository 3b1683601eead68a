import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import type { OutboxCloud } from '../outbox-cloud.js'

/** Moves what is in the dead-letter queue to the redrive queue, as the console does with a custom destination. */
export async function moveNotices(fixture: OutboxCloud): Promise<void> {
  const { queues, deadLetterQueueUrl, redriveQueueUrl } = fixture
  await queues.send(
    new StartMessageMoveTaskCommand({
      SourceArn: arnOf(fixture, deadLetterQueueUrl),
      DestinationArn: arnOf(fixture, redriveQueueUrl),
    }),
  )
}

function arnOf({ cloud }: OutboxCloud, queueUrl: string): string {
  return `arn:aws:sqs:${cloud.region}:${cloud.accountId}:${queueUrl.slice(queueUrl.lastIndexOf('/') + 1)}`
}
