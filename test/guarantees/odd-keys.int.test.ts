import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { defineEvent } from 'serverless-outbox'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

const IDS = [
  '#',
  '##',
  'a#b',
  '#a#',
  '\u0000',
  'a\u0000b',
  'ünï🚚',
  ' ',
  '"\'`?',
  "x' OR '1'='1",
  'x'.repeat(1990),
  'é'.repeat(995),
  '../..',
  '\u202e',
  '\n\r\t',
  '__proto__',
  'constructor',
]

const STRING = AttributeType.STRING

it.each([
  ['pk', 'sk'],
  ['hk', undefined],
])('odd aggregate ids, keys %s %s', async (partitionKey, sortKey) => {
  const keys = { partitionKey, sortKey }
  const fixture = await startOutboxCloud(
    (stack) =>
      sortKey !== undefined
        ? {}
        : {
            keys,
            table: new TableV2(stack, 'Existing', {
              partitionKey: { name: partitionKey, type: STRING },
              billing: Billing.onDemand(),
              dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
              timeToLiveAttribute: 'expiresAt',
              globalSecondaryIndexes: [
                {
                  indexName: 'outbox-by-owner',
                  partitionKey: { name: 'obShard', type: STRING },
                  sortKey: { name: 'obDue', type: STRING },
                  projectionType: ProjectionType.KEYS_ONLY,
                },
              ],
            }),
          },
    { keys },
  )
  const { cloud, outbox, ledger } = fixture
  const odd = defineEvent('Odd "type" ünï🚚\n', { version: 1, aggregateType: 'T ünï"', schema: z.any() })
  const events = IDS.map((aggregateId) =>
    odd.create({
      aggregateId,
      aggregateVersion: 0,
      data: { ['__proto__x']: aggregateId, n: 1e-7, big: 2 ** 53 },
    }),
  )
  await outbox.transact((tx) => tx.publish(...events))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await ledger.complete()
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  expect(ledger.balance()).toMatchObject({ lost: [], phantom: [], altered: [], duplicates: 0 })
  for (const { eventId, dataText, aggregateId } of events) {
    const body = ledger.arrivalsOf(eventId)[0]?.body ?? ''
    expect(body).toContain(dataText)
    expect(JSON.parse(body).detail.metadata.aggregateId).toBe(aggregateId)
  }
})

it('rows deleted, written anew and changed before and while the relay looks: nothing uncommitted goes out, nothing blocks', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, documents, tableName, ledger } = fixture
  const event = thingHappened.create({ aggregateId: 'a', data: { text: 'gone' } })
  const twice = thingHappened.create({ aggregateId: 'a', data: { text: 'twice' } })
  const key = (id: string) => ({ pk: 'OUTBOX#Thing#a', sk: id })
  let once = false
  cloud.intercept(async (call, next) => {
    if (call.operation === 'BatchGetItem' && !once) {
      once = true
      await documents.send(new DeleteCommand({ TableName: tableName, Key: key(event.eventId) }))
      const [row] = (await readRows(fixture)).filter(({ sk }) => sk === twice.eventId)
      await documents.send(new DeleteCommand({ TableName: tableName, Key: key(twice.eventId) }))
      await documents.send(
        new PutCommand({ TableName: tableName, Item: { ...row, obDue: '2027-01-01T00:00:00.000Z#other' } }),
      )
      await documents.send(
        new UpdateCommand({
          TableName: tableName,
          Key: key(twice.eventId),
          UpdateExpression: 'SET note = :n',
          ExpressionAttributeValues: { ':n': 'touched' },
        }),
      )
    }
    return next()
  })
  await outbox.transact((tx) => tx.publish(event, twice))
  const last = thingHappened.create({ aggregateId: 'a', data: { text: 'last' } })
  await outbox.transact((tx) => tx.publish(last))
  for (const id of [twice.eventId, last.eventId]) ledger.acknowledge(id)
  await ledger.complete({ timeoutMs: 15_000 })
  expect(ledger.balance()).toMatchObject({ lost: [], phantom: [], duplicates: 0 })
})
