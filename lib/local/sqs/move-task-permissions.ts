import type { Fauxqs } from '../fauxqs/fauxqs.js'
import type { LocalEnvironment } from '../resource-provider.js'
import type { ApiCall } from '../service.js'
import { type QueueAddress, queueNameOf } from './queue-address.js'

/** Actions on the dead-letter queue besides the operation's own. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  StartMessageMoveTask: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'],
  ListMessageMoveTasks: ['GetQueueAttributes'],
}

/**
 * Whoever moves messages must be allowed to do what the task does.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-dlq-redrive.html
 * @throws AwsError AccessDeniedException
 */
export async function authoriseMoveTask(
  { operation, input, caller }: ApiCall,
  fauxqs: Pick<Fauxqs, 'sqs'>,
  address: QueueAddress,
  authorise: LocalEnvironment['authorise'],
): Promise<void> {
  const { SourceArn: source, DestinationArn: destination } = input
  if (typeof source !== 'string') return
  for (const action of BESIDES[operation] ?? []) {
    await authorise({ caller, action: `sqs:${action}`, resource: source })
  }
  if (operation !== 'StartMessageMoveTask') return
  const destinations =
    typeof destination === 'string' ? [destination] : await sourcesOf(source, fauxqs, address)
  for (const resource of destinations) await authorise({ caller, action: 'sqs:SendMessage', resource })
}

/** Where messages of a dead-letter queue came from. */
async function sourcesOf(
  queueArn: string,
  fauxqs: Pick<Fauxqs, 'sqs'>,
  address: QueueAddress,
): Promise<string[]> {
  const { body } = await fauxqs.sqs('ListDeadLetterSourceQueues', {
    QueueUrl: address.url(queueArn.slice(queueArn.lastIndexOf(':') + 1)),
  })
  const { queueUrls: urls } = body
  return Array.isArray(urls) ? urls.map((url) => address.arn(queueNameOf(String(url)))) : []
}
