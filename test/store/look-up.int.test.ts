import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { OWNER_INDEX } from '../../lib/store/layout.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { keyAttributes, keyText, type RowKey, rowKey } from '../../lib/store/row-key.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from './dynamodb-engine.js'

const engine = useDynamoDbEngine()

function key(table: EngineTable, eventId: string): RowKey {
  return rowKey({ aggregateType: 'Thing', aggregateId: 'a#b', eventId }, table.keys)
}

async function putRow(table: EngineTable, eventId: string): Promise<RowKey> {
  const rowsKey = key(table, eventId)
  await table.client.send(
    new PutCommand({
      TableName: table.tableName,
      Item: {
        ...keyAttributes(rowsKey, table.keys),
        obStatus: 'PENDING',
        obShard: 'P#eu-west-1#11',
        obDue: `due-${eventId}`,
        obDetail: 'x'.repeat(1000),
      },
    }),
  )
  return rowsKey
}

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it('a look-up shows where each row stands, and rows that are gone are absent', async () => {
    const table = await engine.table(layout)
    const store = new OutboxStore(table.client, table)
    const there = await putRow(table, 'e1')
    const deleted = await putRow(table, 'e2')
    await table.client.send(
      new DeleteCommand({ TableName: table.tableName, Key: keyAttributes(deleted, table.keys) }),
    )
    const marked = await putRow(table, 'e3')
    await store.apply([
      { key: marked, transition: 'publish', values: { publishedAt: 'now', expiresAt: 1_796_040_001 } },
    ])

    const { states, unread } = await store.lookUp([there, deleted, marked, key(table, 'never')])
    expect(unread.size).toBe(0)
    expect(states).toEqual(
      new Map([
        [keyText(there), { status: 'PENDING', shard: 'P#eu-west-1#11', due: 'due-e1' }],
        [keyText(marked), { status: 'PUBLISHED', shard: undefined, due: 'due-e3' }],
      ]),
    )
  })

  it('a row is in the index of owed work until it is published', async () => {
    const table = await engine.table(layout)
    const store = new OutboxStore(table.client, table)
    const rowsKey = await putRow(table, 'e1')
    const owed = async (): Promise<unknown> =>
      (
        await table.client.send(
          new QueryCommand({
            TableName: table.tableName,
            IndexName: OWNER_INDEX,
            KeyConditionExpression: 'obShard = :shard',
            ExpressionAttributeValues: { ':shard': 'P#eu-west-1#11' },
          }),
        )
      ).Items
    // Both engines update their indexes at once; AWS takes moments.
    expect(await owed()).toEqual([
      { ...keyAttributes(rowsKey, table.keys), obShard: 'P#eu-west-1#11', obDue: 'due-e1' },
    ])
    await store.apply([{ key: rowsKey, transition: 'publish', values: { publishedAt: 'now', expiresAt: 1 } }])
    expect(await owed()).toEqual([])
  })
})

it('a look-up of more keys than a call takes finds all of them', async () => {
  const table = await engine.table()
  const store = new OutboxStore(table.client, table)
  const keys: RowKey[] = []
  for (let index = 0; index < 205; index += 1) keys.push(await putRow(table, `e${index}`))
  table.sent.length = 0
  // AWS behaviour relied on: a call that names a key twice is refused, so the doubled one must not be named twice.
  const { states } = await store.lookUp([...keys, ...keys.slice(0, 1)])
  expect(table.sent).toEqual(Array(3).fill('BatchGetItem'))
  expect([...states.keys()].sort()).toEqual(keys.map(keyText).sort())
  expect(states.get(keyText(key(table, 'e204')))?.due).toBe('due-e204')
})

it('a table that does not exist is an error, not a table without rows', async () => {
  const table = await engine.table()
  const store = new OutboxStore(table.client, { ...table, tableName: 'missing' })
  await expect(store.lookUp([key(table, 'e')])).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  const results = await store.apply([
    { key: key(table, 'e'), transition: 'noticeSent', values: { diedAt: 'd', newShard: 's' } },
  ])
  expect(results).toEqual([{ kind: 'failed', errorCode: expect.stringMatching(/^ResourceNotFound/) }])
})
