import { ReceiveMessageCommand, SendMessageCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, vi } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'

// A sweep asks the table some 160 times, and an hour has many.
vi.setConfig({ testTimeout: 240_000 })

/** A dead letter whose notice is in the queue, made by a row that somebody broke before the relay saw it. */
async function startWithDeadLetter(): Promise<OutboxCloud & { readonly mend: () => Promise<void> }> {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger, documents, tableName, relay } = fixture
  // The relay cannot tell anybody: the sweeper has to.
  cloud.faults.inject({
    service: 'sqs',
    operation: 'SendMessage',
    caller: relay,
    kind: 'unavailable',
    to: '10m',
  })
  const event = thingHappened.create({ aggregateId: '1', data: { text: 'whole' } })
  const [item] = await outbox.batch().add(event).items()
  const { Item: row = {} } = item?.Put ?? {}
  const detail = String(row['obDetail'])
  row['obDetail'] = 'broken'
  await outbox.transact((tx) => tx.put({ Item: row }))
  ledger.acknowledge(event.eventId)
  await cloud.clock.advance('15m')
  return {
    ...fixture,
    mend: async () => {
      await documents.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { pk: row['pk'], sk: row['sk'] },
          UpdateExpression: 'SET obDetail = :detail',
          ExpressionAttributeValues: { ':detail': detail },
        }),
      )
    },
  }
}

function arnOf({ cloud }: OutboxCloud, queueUrl: string): string {
  return `arn:aws:sqs:${cloud.region}:${cloud.accountId}:${queueUrl.slice(queueUrl.lastIndexOf('/') + 1)}`
}

it('a dead letter that is mended and moved to the redrive queue is delivered', async () => {
  const fixture = await startWithDeadLetter()
  const { cloud, queues, ledger, deadLetterQueueUrl, redriveQueueUrl, mend } = fixture
  const [dead] = await readRows(fixture)
  expect(dead).toMatchObject({ obStatus: 'DEAD', obDeaths: 1, obAttempts: 1 })
  expect(String(dead?.['obShard'])).toMatch(/^D#/)

  await mend()
  // As the console does it: back to the source is not possible, for the notice was sent to the dead-letter queue.
  await queues.send(
    new StartMessageMoveTaskCommand({
      SourceArn: arnOf(fixture, deadLetterQueueUrl),
      DestinationArn: arnOf(fixture, redriveQueueUrl),
    }),
  )
  await cloud.clock.advance('10m')
  await ledger.complete()
  const [row] = await readRows(fixture)
  expect(row).toMatchObject({ obStatus: 'PUBLISHED', obDeaths: 1, obRedrivenBy: expect.any(String) })
  expect(row).not.toHaveProperty('obAttempts')
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0 })
})

it('the same notice twice is one redelivery', async () => {
  const fixture = await startWithDeadLetter()
  const { cloud, queues, ledger, deadLetterQueueUrl, redriveQueueUrl, mend } = fixture
  const { Messages: [notice] = [] } = await queues.send(
    new ReceiveMessageCommand({ QueueUrl: deadLetterQueueUrl, MaxNumberOfMessages: 1 }),
  )
  const MessageBody = notice?.Body ?? ''
  await mend()
  for (let times = 0; times < 2; times += 1) {
    await queues.send(new SendMessageCommand({ QueueUrl: redriveQueueUrl, MessageBody }))
    await cloud.clock.advance('10m')
  }
  await ledger.complete()
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0 })
})

it('a redrive while the cause persists ends dead again, and is told again', async () => {
  const fixture = await startWithDeadLetter()
  const { cloud, queues, deadLetterQueueUrl, redriveQueueUrl } = fixture
  await queues.send(
    new StartMessageMoveTaskCommand({
      SourceArn: arnOf(fixture, deadLetterQueueUrl),
      DestinationArn: arnOf(fixture, redriveQueueUrl),
    }),
  )
  await cloud.clock.advance('15m')
  const [row] = await readRows(fixture)
  expect(row).toMatchObject({ obStatus: 'DEAD', obDeaths: 2, obAttempts: 1 })
  const { Messages: notices = [] } = await queues.send(
    new ReceiveMessageCommand({ QueueUrl: deadLetterQueueUrl, MaxNumberOfMessages: 10 }),
  )
  expect(notices.map(({ Body = '' }) => JSON.parse(Body).deaths)).toEqual([2])
  // No spin: one redrive is one redelivery.
  expect(cloud.invocations('Shop/Outbox/Redrive')).toHaveLength(1)
})
