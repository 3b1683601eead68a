import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { OutboxCloud } from '../outbox-cloud.js'

/** The bodies of up to ten messages, which then stay invisible for the queue's visibility time-out. */
export async function receiveBodies(
  { queues }: Pick<OutboxCloud, 'queues'>,
  QueueUrl: string,
): Promise<readonly string[]> {
  const { Messages = [] } = await queues.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
  )
  return Messages.map(({ Body = '' }) => Body)
}
