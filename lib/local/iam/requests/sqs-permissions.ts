import type { Permissions, PermissionsOf } from './requested-action.js'
import { text } from './requested-action.js'

/** A batch needs the permission of its single form. */
const onQueue =
  (action: string): PermissionsOf =>
  (input, { arns }) => [{ action: `sqs:${action}`, resource: arns.queue(text(input, 'QueueUrl')) }]

const byName =
  (action: string): PermissionsOf =>
  (input, { arns }) => [{ action: `sqs:${action}`, resource: arns.queue(text(input, 'QueueName')) }]

/** What moving messages away from a dead-letter queue does there. */
const REDRIVE = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']

/**
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
 */
export const SQS_PERMISSIONS: Permissions = {
  AddPermission: onQueue('AddPermission'),
  CancelMessageMoveTask: (input, { arns }) =>
    ['CancelMessageMoveTask', ...REDRIVE].map((action) => ({
      action: `sqs:${action}`,
      resource: arns.queue(sourceOfTask(text(input, 'TaskHandle'))),
    })),
  ChangeMessageVisibility: onQueue('ChangeMessageVisibility'),
  ChangeMessageVisibilityBatch: onQueue('ChangeMessageVisibility'),
  CreateQueue: byName('CreateQueue'),
  DeleteMessage: onQueue('DeleteMessage'),
  DeleteMessageBatch: onQueue('DeleteMessage'),
  DeleteQueue: onQueue('DeleteQueue'),
  GetQueueAttributes: onQueue('GetQueueAttributes'),
  GetQueueUrl: byName('GetQueueUrl'),
  ListDeadLetterSourceQueues: onQueue('ListDeadLetterSourceQueues'),
  ListMessageMoveTasks: (input, { arns }) =>
    ['ListMessageMoveTasks', ...REDRIVE].map((action) => ({
      action: `sqs:${action}`,
      resource: arns.queue(text(input, 'SourceArn')),
    })),
  ListQueueTags: onQueue('ListQueueTags'),
  ListQueues: () => [{ action: 'sqs:ListQueues', resource: '*' }],
  PurgeQueue: onQueue('PurgeQueue'),
  ReceiveMessage: onQueue('ReceiveMessage'),
  RemovePermission: onQueue('RemovePermission'),
  SendMessage: onQueue('SendMessage'),
  SendMessageBatch: onQueue('SendMessage'),
  SetQueueAttributes: onQueue('SetQueueAttributes'),
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
  StartMessageMoveTask: (input, { arns }) => {
    const source = arns.queue(text(input, 'SourceArn'))
    const destination = text(input, 'DestinationArn')
    return [
      ...['StartMessageMoveTask', ...REDRIVE].map((action) => ({
        action: `sqs:${action}`,
        resource: source,
      })),
      ...(destination === '' ? [] : [{ action: 'sqs:SendMessage', resource: arns.queue(destination) }]),
    ]
  },
  TagQueue: onQueue('TagQueue'),
  UntagQueue: onQueue('UntagQueue'),
}

/** A task's handle has the ARN of its queue in it, openly or in base64. */
function sourceOfTask(handle: string): string {
  const opened = Buffer.from(handle, 'base64').toString('utf8')
  return /arn:aws[\w-]*:sqs:[^"|/\s]+/.exec(`${handle} ${opened}`)?.[0] ?? '*'
}
