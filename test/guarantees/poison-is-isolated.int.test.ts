import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

const AGGREGATES = 10
const POISON = 'this is no JSON, and cannot be sent'

it('delivers every good event and makes each poisoned one a dead letter with its whole event', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger, documents, deadLetterQueueUrl } = fixture
  const poisoned: string[] = []
  for (let aggregate = 0; aggregate < AGGREGATES; aggregate += 1) {
    const events = Array.from({ length: 5 }, (_, index) =>
      thingHappened.create({
        aggregateId: `thing-${aggregate}`,
        aggregateVersion: index,
        data: { text: `good ${index}` },
      }),
    )
    const items = await outbox
      .batch()
      .add(...events)
      .items()
    // As if somebody had edited the row of the middle one.
    const middle = items[2]
    if (middle?.Put.Item !== undefined) middle.Put.Item['obDetail'] = `${POISON} ${aggregate}`
    await documents.send(new TransactWriteCommand({ TransactItems: items }))
    for (const [index, { eventId }] of events.entries()) {
      if (index === 2) poisoned.push(eventId)
      else ledger.acknowledge(eventId)
    }
  }

  await ledger.complete()
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(
      ({ obStatus, obShard }) => obStatus === 'PUBLISHED' || String(obShard).startsWith('D#'),
    ),
  )
  const rows = await readRows(fixture)
  expect(ledger.balance()).toMatchObject({ arrived: 4 * AGGREGATES, lost: [], phantom: [], duplicates: 0 })
  const dead = rows.filter(({ obStatus }) => obStatus === 'DEAD')
  expect(dead.map(({ sk }) => sk).sort()).toEqual([...poisoned].sort())
  for (const row of dead) {
    expect(row).toMatchObject({ obDeaths: 1, obAttempts: 1 })
    expect(row['obDetail']).toMatch(POISON)
    expect(row['obError']).not.toMatch(POISON)
  }

  const notices = await receiveNotices(fixture, deadLetterQueueUrl)
  expect(notices.map(({ event }) => event.eventId).sort()).toEqual([...poisoned].sort())
  for (const { event, diedAt } of notices) {
    expect(event.detail).toMatch(POISON)
    expect(event).toMatchObject({ source: 'guarantees', detailType: 'ThingHappened' })
    expect(dead.find(({ sk }) => sk === event.eventId)?.['obDiedAt']).toBe(diedAt)
  }
  expect(cloud.logLines().filter((line) => line.includes(POISON))).toEqual([])
})

interface NoticeBody {
  readonly diedAt: string
  readonly event: { readonly eventId: string; readonly detail: string }
}

async function receiveNotices({ queues }: OutboxCloud, QueueUrl: string): Promise<NoticeBody[]> {
  const notices: NoticeBody[] = []
  while (true) {
    const { Messages = [] } = await queues.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
    )
    if (Messages.length === 0) return notices
    notices.push(...Messages.map(({ Body = '' }) => JSON.parse(Body) as NoticeBody))
  }
}
