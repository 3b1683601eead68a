import { expect, it } from 'vitest'
import { authoriseMoveTask } from '../../../lib/local/sqs/move-task-permissions.js'
import { QueueAddress } from '../../../lib/local/sqs/queue-address.js'

const DEAD = 'arn:aws:sqs:eu-west-1:111122223333:dead'
const OTHER = 'arn:aws:sqs:eu-west-1:111122223333:other'

async function checksOf(operation: string, input: Readonly<Record<string, unknown>>): Promise<string[]> {
  const checks: string[] = []
  await authoriseMoveTask(
    {
      service: 'sqs',
      operation,
      region: 'eu-west-1',
      caller: { kind: 'user', name: 'user' },
      input,
      idle: (waiting) => waiting(),
    },
    {
      sqs: async () => ({ statusCode: 200, body: { queueUrls: ['/111122223333/one', '/111122223333/two'] } }),
    },
    new QueueAddress('http://127.0.0.1:1', 'eu-west-1', '111122223333'),
    async ({ action, resource }) => void checks.push(`${action} ${resource.split(':').at(-1)}`),
  )
  return checks
}

it.each([
  [
    'a move task back to the sources',
    'StartMessageMoveTask',
    { SourceArn: DEAD },
    [
      'sqs:ReceiveMessage dead',
      'sqs:DeleteMessage dead',
      'sqs:GetQueueAttributes dead',
      'sqs:SendMessage one',
      'sqs:SendMessage two',
    ],
  ],
  [
    'a move task to another queue',
    'StartMessageMoveTask',
    { SourceArn: DEAD, DestinationArn: OTHER },
    [
      'sqs:ReceiveMessage dead',
      'sqs:DeleteMessage dead',
      'sqs:GetQueueAttributes dead',
      'sqs:SendMessage other',
    ],
  ],
  ['a list of them', 'ListMessageMoveTasks', { SourceArn: DEAD }, ['sqs:GetQueueAttributes dead']],
  ['anything else', 'SendMessage', { QueueUrl: 'x' }, []],
])('%s needs, besides its own action', async (_name, operation, input, expected) => {
  expect(await checksOf(operation, input)).toEqual(expected)
})
