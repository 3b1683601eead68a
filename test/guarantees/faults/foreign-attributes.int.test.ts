import {
  type AttributeValue,
  DynamoDBClient,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { Duration } from 'aws-cdk-lib'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { editRow } from './edit-row.js'
import { RELAY, SWEEPER } from './functions.js'
import { moveNotices } from './move-notices.js'
import { receiveBodies } from './receive-bodies.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

const BYTES = Uint8Array.of(0, 1, 254, 255)

/** Of every type, under names that an outbox could be tempted to use. */
const FOREIGN: Readonly<Record<string, AttributeValue>> = {
  status: { S: '' },
  // Of 38 digits, more than a number of JavaScript has.
  time: { N: '12345678901234567890123456789012345678' },
  source: { B: BYTES },
  type: { SS: ['a', 'ünïcode 🚚'] },
  ttl: { NS: ['1', '2.5'] },
  version: { BS: [BYTES] },
  detail: { M: { deep: { L: [{ M: { n: { N: '-0.125' } } }] } } },
  claims: { L: [{ S: 'x' }, { NULL: true }, { BOOL: false }] },
  obsolete: { NULL: true },
  dead: { BOOL: true },
}

it('attributes that are not ours, of every type, stay as they are on every way through the outbox', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.minutes(5) } }))
  const { cloud, outbox, ledger, tableName: TableName } = fixture
  const client = new DynamoDBClient(cloud.clientConfig)
  onTestFinished(() => client.destroy())
  const make = (aggregateId: string) => thingHappened.create({ aggregateId, data: { text: aggregateId } })
  const [relayed, swept, redriven] = [make('relayed'), make('swept'), make('redriven')]
  const items = await outbox.batch().add(relayed, swept, redriven).items()
  const details = items.map(({ Put }) => String(Put.Item?.['obDetail']))
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    kind: 'partial',
    entries: ({ Detail }) => Detail === details[1],
    to: '3m',
  })
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: items.map(({ Put }, index) => ({
        Put: {
          TableName,
          Item: {
            ...marshall({ ...Put.Item, ...(index === 2 ? { obDetail: 'broken' } : {}) }),
            ...FOREIGN,
          },
        },
      })),
    }),
  )
  for (const { eventId } of [relayed, swept, redriven]) ledger.acknowledge(eventId)

  const rows = async (): Promise<Record<string, Record<string, AttributeValue>>> => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }))
    return Object.fromEntries(Items.map((item) => [item['pk']?.S?.split('#').at(-1), item]))
  }
  await cloud.clock.advance('1m')
  expect(await rows()).toMatchObject({
    relayed: { ...FOREIGN, obStatus: { S: 'PUBLISHED' } },
    swept: { ...FOREIGN, obStatus: { S: 'PENDING' }, obShard: { S: expect.stringMatching(/^R#/) } },
    redriven: { ...FOREIGN, obStatus: { S: 'DEAD' }, obShard: { S: expect.stringMatching(/^D#/) } },
  })

  await editRow(fixture, redriven, { obDetail: details[2] })
  await moveNotices(fixture)
  await cloud.clock.advance('15m')
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [], phantom: [], duplicates: 0, altered: [] })
  const after = await rows()
  expect(Object.keys(after).sort()).toEqual(['redriven', 'relayed', 'swept'])
  for (const row of Object.values(after))
    expect(row).toMatchObject({ ...FOREIGN, obStatus: { S: 'PUBLISHED' } })
})

// Somebody copies a row to a key of his own, or gives an item of his own our attributes. The functions' policies refuse
// them every key that is not an outbox row's, and with it the whole call.
it('an item of somebody else that has our attributes stops no event, no notice and no expiry of its shard', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
  const { cloud, outbox, ledger, documents, tableName: TableName, deadLetterQueueUrl } = fixture
  // A dead letter whose notice is owed, an event that is due, and a published row that waits for its time to live.
  cloud.faults.inject({ service: 'sqs', operation: 'SendMessage', caller: RELAY, kind: 'unavailable' })
  const dead = thingHappened.create({ aggregateId: 'a', data: { text: 'dead' } })
  const done = thingHappened.create({ aggregateId: 'a', data: { text: 'done' } })
  const [deadRow] = await outbox.batch().add(dead).items()
  await outbox.transact((tx) => {
    tx.put({ Item: { ...deadRow?.Put.Item, obDetail: 'no JSON' } })
    tx.publish(done)
  })
  ledger.acknowledge(done.eventId)
  const [due] = await writeDue(fixture, ['a'])
  // For a minute the relay may still be telling of the death itself.
  await cloud.clock.advance('1m')
  const rowOf = async (event: OutboxEvent | undefined) =>
    (await readRows(fixture)).find(({ sk }) => sk === event?.eventId)
  expect(await rowOf(dead)).toMatchObject({ obStatus: 'DEAD', obShard: expect.stringMatching(/^N#/) })
  expect(await rowOf(due)).toMatchObject({ obStatus: 'PENDING', obShard: expect.stringMatching(/^S#/) })

  const obDue = '2020-01-01T00:00:00.000Z#0badcafe'
  const shard = String((await rowOf(due))?.['obShard']).slice(-2)
  await editRow(fixture, done, { obShard: `A#${cloud.region}#${shard}`, obDue, expiresAt: undefined })
  for (const owner of ['P', 'R', 'S', 'N', 'A']) {
    const Item = {
      ...(await rowOf(due)),
      pk: 'SOMETHING',
      sk: owner,
      obShard: `${owner}#${cloud.region}#${shard}`,
      obDue,
    }
    await documents.send(new PutCommand({ TableName, Item }))
  }
  const foreign = async () => (await readRows(fixture)).filter(({ pk }) => pk === 'SOMETHING')
  const before = await foreign()

  expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 2, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect(await rowOf(due)).toMatchObject({ obStatus: 'PUBLISHED' })
  expect(await rowOf(dead)).toMatchObject({ obStatus: 'DEAD', obShard: expect.stringMatching(/^D#/) })
  expect(await receiveBodies(fixture, deadLetterQueueUrl)).toHaveLength(1)
  expect(await rowOf(done)).toMatchObject({ obStatus: 'PUBLISHED', expiresAt: expect.any(Number) })
  expect(await rowOf(done)).not.toHaveProperty('obShard')
  // They stay as they are, and are told: the three that are due, and the one whose notice would be owed.
  expect(await foreign()).toEqual(before)
  const unreadable = await cloud.metrics({ name: 'RecordsUnreadable' })
  expect(unreadable.reduce((sum, { value, count }) => sum + value * count, 0)).toBeGreaterThanOrEqual(4)
  expect(await cloud.metrics({ name: 'SweepsIncomplete' })).toEqual([])
  expect(cloud.calls({ caller: SWEEPER }).flatMap(({ errorCode }) => errorCode ?? [])).toEqual([])
})
