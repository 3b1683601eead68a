import { GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { Outbox } from '../../lib/outbox/outbox.js'
import { anythingGoes } from '../event/anything-goes.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'

const engine = useDynamoDbEngine()

type Row = Readonly<Record<string, unknown>>

function outboxOf({ tableName, keys, client }: EngineTable): Outbox {
  return new Outbox({ tableName, keys, client, source: 'shop', traceHeader: () => undefined })
}

/** The key of an item of the caller's. */
function keyOf({ keys }: EngineTable, name: string): Record<string, string> {
  return { [keys.partitionKey]: name, ...(keys.sortKey === undefined ? {} : { [keys.sortKey]: 'item' }) }
}

async function all({ client, tableName }: EngineTable): Promise<Row[]> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }))
  return Items
}

async function get(
  { client, tableName }: EngineTable,
  key: Record<string, string>,
): Promise<Row | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }))
  return Item
}

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it('the change and its events commit together, and the rows have all their attributes', async () => {
    const table = await engine.table(layout)
    const placed = anythingGoes.create({
      aggregateId: 'a#1',
      aggregateVersion: 7,
      correlationId: 'chain',
      data: { text: 'Grüße 👋', empty: '' },
    })
    const delayed = anythingGoes.create({
      aggregateId: 'a#1',
      correlationId: 'chain',
      availableAt: new Date('2030-01-01T00:00:00.000Z'),
      data: null,
    })
    const item = { ...keyOf(table, 'order'), total: 5 }
    const before = new Date().toISOString()
    const result = await outboxOf(table).transact((tx) => {
      tx.put({ Item: item })
      tx.publish(placed, delayed)
      return 'result'
    })
    expect(result).toBe('result')
    expect(table.sent).toEqual(['TransactWriteItems'])

    const { partitionKey, sortKey } = table.keys
    const keyOfRow = (eventId: string): Record<string, string> =>
      sortKey === undefined
        ? { [partitionKey]: `OUTBOX#Thing#a#1#${eventId}` }
        : { [partitionKey]: 'OUTBOX#Thing#a#1', [sortKey]: eventId }
    const rows = await all(table)
    expect(rows).toHaveLength(3)
    expect(rows).toContainEqual(item)
    // printf %s 'Thing#a#1' | sha256sum begins with ca; 0xca mod 32 = 10.
    const metadata = `"eventType":"AnythingGoes","schemaVersion":3,"aggregateType":"Thing","aggregateId":"a#1"`
    const first = await get(table, keyOfRow(placed.eventId))
    expect(first).toEqual({
      ...keyOfRow(placed.eventId),
      obSource: 'shop',
      obType: 'AnythingGoes',
      obDetail: `{"metadata":{"eventId":"${placed.eventId}",${metadata},"aggregateVersion":7,"eventIndex":0,"eventCount":2,"occurredAt":"${placed.occurredAt}","correlationId":"chain"},"data":{"text":"Grüße 👋","empty":""}}`,
      obTime: placed.occurredAt,
      obSeq: '0000000000000007.00',
      obStatus: 'PENDING',
      obShard: 'P#eu-west-1#10',
      obDue: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[0-9a-f]{8}$/),
    })
    expect(String(first?.['obDue']) >= before).toBe(true)
    expect(await get(table, keyOfRow(delayed.eventId))).toEqual({
      ...keyOfRow(delayed.eventId),
      obSource: 'shop',
      obType: 'AnythingGoes',
      obDetail: `{"metadata":{"eventId":"${delayed.eventId}",${metadata},"eventIndex":1,"eventCount":2,"occurredAt":"${delayed.occurredAt}","correlationId":"chain"},"data":null}`,
      obTime: delayed.occurredAt,
      obStatus: 'PENDING',
      obShard: 'S#eu-west-1#10',
      obDue: expect.stringMatching(/^2030-01-01T00:00:00\.000Z#[0-9a-f]{8}$/),
    })
  })

  it('a failing condition leaves neither the change nor the event, and tells the item that failed it', async () => {
    const table = await engine.table(layout)
    const existing = { ...keyOf(table, 'order'), version: 2, tags: new Set(['a']) }
    await table.client.send(new PutCommand({ TableName: table.tableName, Item: existing }))
    const write = outboxOf(table).transact((tx) => {
      tx.put({ Item: keyOf(table, 'another') })
      tx.update({
        Key: keyOf(table, 'order'),
        UpdateExpression: 'SET version = :next',
        ConditionExpression: 'version = :seen',
        ExpressionAttributeValues: { ':seen': 1, ':next': 2 },
      })
      tx.publish(anythingGoes.create({ aggregateId: '1', data: {} }))
    })
    await expect(write).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      details: { action: 1, path: 'actions[1]', item: existing },
    })
    expect(await all(table)).toEqual([existing])
  })

  it('a failing condition on an item that does not exist says so', async () => {
    const table = await engine.table(layout)
    const write = outboxOf(table).transact((tx) => {
      tx.check({
        Key: keyOf(table, 'order'),
        ConditionExpression: 'attribute_exists(#pk)',
        ExpressionAttributeNames: { '#pk': table.keys.partitionKey },
      })
      tx.publish(anythingGoes.create({ aggregateId: '1', data: {} }))
    })
    await expect(write).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      message: `The condition of action 0 (ConditionCheck in table \`${table.tableName}\`) failed and there is no such item; nothing was written`,
    })
    expect(await all(table)).toEqual([])
  })

  it('an event that is in the table already is refused, and its row stays as it is', async () => {
    const table = await engine.table(layout)
    const outbox = outboxOf(table)
    const event = anythingGoes.create({ aggregateId: '1', data: { a: 1 } })
    await outbox.transact((tx) => tx.publish(event))
    const committed = await all(table)
    const again = outbox.transact((tx) => {
      tx.put({ Item: keyOf(table, 'order') })
      tx.publish(event)
    })
    await expect(again).rejects.toMatchObject({
      code: 'DUPLICATE_EVENT',
      details: { eventId: event.eventId },
    })
    expect(await all(table)).toEqual(committed)
  })
})

it("in a user's table the events are in none of the user's indexes, and the user's items are", async () => {
  const table = await engine.table(LAYOUTS["a user's table"])
  const item = { ...keyOf(table, 'order'), status: 1, time: 2, source: new Uint8Array([3]) }
  await outboxOf(table).transact((tx) => {
    tx.put({ Item: item })
    tx.publish(anythingGoes.create({ aggregateId: '1', data: {} }))
  })
  for (const name of ['status', 'time', 'source'] as const) {
    const { Items } = await table.client.send(
      new ScanCommand({ TableName: table.tableName, IndexName: `by-${name}` }),
    )
    expect(Items).toEqual([item])
  }
})

it('of writers that change one item at once, one wins; the others leave nothing', async () => {
  const table = await engine.table()
  const outbox = outboxOf(table)
  await table.client.send(
    new PutCommand({ TableName: table.tableName, Item: { ...keyOf(table, 'order'), version: 1 } }),
  )
  const writers = Array.from({ length: 8 }, (_, writer) =>
    outbox.transact((tx) => {
      tx.update({
        Key: keyOf(table, 'order'),
        UpdateExpression: 'SET version = :next, writer = :writer',
        ConditionExpression: 'version = :seen',
        ExpressionAttributeValues: { ':seen': 1, ':next': 2, ':writer': writer },
      })
      tx.publish(anythingGoes.create({ aggregateId: String(writer), data: {} }))
      return writer
    }),
  )
  const results = await Promise.allSettled(writers)
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(won).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(['CONDITION_FAILED', 'CONFLICT']).toContain(result.reason.code)
  const rows = await all(table)
  expect(rows.map((row) => row['pk']).sort()).toEqual([`OUTBOX#Thing#${won[0]}`, 'order'].sort())
})

it('a lost answer is not a lost transaction: the same token finds it committed, once', async () => {
  // AWS behaviour relied on: a ClientRequestToken that was committed answers success again, for ten minutes.
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
  const table = await engine.table()
  const event = anythingGoes.create({ aggregateId: '1', data: {} })
  table.loseNextAnswer()
  await outboxOf(table).transact((tx) => {
    tx.update({
      Key: keyOf(table, 'counter'),
      UpdateExpression: 'ADD #n :one',
      ExpressionAttributeNames: { '#n': 'n' },
      ExpressionAttributeValues: { ':one': 1 },
    })
    tx.publish(event)
  })
  expect(table.sent).toEqual(['TransactWriteItems', 'TransactWriteItems'])
  expect(await get(table, keyOf(table, 'counter'))).toMatchObject({ n: 1 })
  expect(await all(table)).toHaveLength(2)
})

it('an aggregate has its events in one partition, in the order in which they were made', async () => {
  const table = await engine.table()
  const outbox = outboxOf(table)
  const events = Array.from({ length: 5 }, () => anythingGoes.create({ aggregateId: '1', data: {} }))
  for (const event of events) await outbox.transact((tx) => tx.publish(event))
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'OUTBOX#Thing#1' },
      ConsistentRead: true,
    }),
  )
  expect(Items.map(({ sk }) => sk)).toEqual(events.map(({ eventId }) => eventId))
})
