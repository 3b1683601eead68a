import { PutCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { Outbox } from '../../lib/outbox/outbox.js'
import { anythingGoes } from '../event/anything-goes.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'

const engine = useDynamoDbEngine()

async function count({ client, tableName }: EngineTable): Promise<number | undefined> {
  return (await client.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }))).Count
}

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it("the items of a batch go into somebody else's transaction, all or nothing", async () => {
    const table = await engine.table(layout)
    const { tableName: TableName, keys, client } = table
    const outbox = new Outbox({ tableName: TableName, keys, client, source: 'shop' })
    const Item = {
      [keys.partitionKey]: 'order',
      ...(keys.sortKey === undefined ? {} : { [keys.sortKey]: 'item' }),
    }
    const event = anythingGoes.create({ aggregateId: '1', data: {} })
    const events = [event, anythingGoes.create({ aggregateId: '1', data: {} })]

    await client.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName, Item } },
          ...(await outbox
            .batch()
            .add(...events)
            .items()),
        ],
      }),
    )
    expect(await count(table)).toBe(3)

    // The condition that comes with each item guards the event as it does in `transact`.
    const again = new TransactWriteCommand({
      TransactItems: [{ Delete: { TableName, Key: Item } }, ...(await outbox.batch().add(event).items())],
    })
    await expect(client.send(again)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    })
    expect(await count(table)).toBe(3)
  })
})

it('a batch of its own numbers the events; the other actions need not be known to it', async () => {
  const table = await engine.table()
  const outbox = new Outbox({ tableName: table.tableName, client: table.client, source: 'shop' })
  await table.client.send(new PutCommand({ TableName: table.tableName, Item: { pk: 'a', sk: 'b' } }))
  const batch = outbox.batch()
  for (const aggregateId of ['1', '2', '1']) batch.add(anythingGoes.create({ aggregateId, data: {} }))
  await table.client.send(new TransactWriteCommand({ TransactItems: await batch.items() }))
  const { Items = [] } = await table.client.send(
    new ScanCommand({ TableName: table.tableName, FilterExpression: 'attribute_exists(obDetail)' }),
  )
  const places = Items.map(({ obDetail }) => JSON.parse(obDetail).metadata).map(
    ({ aggregateId, eventIndex, eventCount }) => `${aggregateId}: ${eventIndex} of ${eventCount}`,
  )
  expect(places.sort()).toEqual(['1: 0 of 2', '1: 1 of 2', '2: 0 of 1'])
})
