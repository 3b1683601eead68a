import { DeleteCommand, GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { notice } from '../../lib/dead-letter/notice.js'
import { Redrive } from '../../lib/dead-letter/redrive.js'
import { readRow } from '../../lib/delivery/read-row.js'
import { OWNER_INDEX } from '../../lib/store/layout.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { keyAttributes, type RowKey, rowKey } from '../../lib/store/row-key.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { outboxItem } from '../delivery/make-row.js'
import { RecordingSink } from '../relay/recording-sink.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { aDeath } from './a-death.js'
import { DIED_AT, deadItem, sqsEvent } from './redrive-messages.js'

// AWS behaviour relied on: a PartiQL UPDATE whose WHERE does not hold, or that finds no item, changes nothing.
const engine = useDynamoDbEngine()
const NONE = { batchItemFailures: [] }

async function deadRow(table: EngineTable, id: string): Promise<RowKey> {
  const key = rowKey({ aggregateType: 'thing', aggregateId: 'a', eventId: id }, table.keys)
  const Item = {
    ...keyAttributes(key, table.keys),
    ...deadItem(outboxItem('a', id)),
    foreign: new Set(['x']),
  }
  await table.client.send(new PutCommand({ TableName: table.tableName, Item }))
  return key
}

const get = async (table: EngineTable, key: RowKey): Promise<Record<string, unknown> | undefined> =>
  (
    await table.client.send(
      new GetCommand({
        TableName: table.tableName,
        Key: keyAttributes(key, table.keys),
        ConsistentRead: true,
      }),
    )
  ).Item

async function noticeFrom(table: EngineTable, key: RowKey, diedAt: string = DIED_AT): Promise<string> {
  const row = readRow({ ...(await get(table, key)) }, key)
  if (row === undefined) throw new TypeError('There is no such row')
  return notice(aDeath({}, { row, diedAt }), table).body
}

/** A worker of its own; two of them share nothing but the table. */
function worker(table: EngineTable) {
  const telemetry = new RecordingSink()
  const redrive = new Redrive({
    store: new OutboxStore(table.client, table),
    telemetry,
    clock: new FakeClock(),
    random: () => 0.5,
    ...table,
  })
  const handle = (bodies: readonly string[]) =>
    redrive.handle(sqsEvent(bodies), { getRemainingTimeInMillis: () => 60_000 })
  return { telemetry, handle }
}

it.each(Object.entries(LAYOUTS))('a notice redrives its row in a table with %s', async (_, layout) => {
  const table = await engine.table(layout)
  const key = await deadRow(table, 'e1')
  const before = await get(table, key)
  const { handle } = worker(table)
  expect(await handle([await noticeFrom(table, key)])).toEqual(NONE)
  const { obAttempts: _a, obFailedAt: _f, obError: _e, ...kept } = before ?? {}
  expect(await get(table, key)).toEqual({
    ...kept,
    obStatus: 'PENDING',
    obShard: `R${String(before?.['obShard']).slice(1)}`,
    obDue: expect.stringMatching(/^2026-03-01T12:00:0/),
    obRedrivenAt: expect.stringMatching(/^2026-03-01T12:00:0/),
    obRedrivenBy: 'AROAEXAMPLE:alice via sqs:redrive-queue',
  })
  const owed = await table.client.send(
    new QueryCommand({
      TableName: table.tableName,
      IndexName: OWNER_INDEX,
      KeyConditionExpression: 'obShard = :shard',
      ExpressionAttributeValues: { ':shard': `R${String(before?.['obShard']).slice(1)}` },
    }),
  )
  expect(owed.Items).toHaveLength(1)
})

it('the same notice at ten workers at once is one redelivery', async () => {
  const table = await engine.table()
  const key = await deadRow(table, 'e1')
  const body = await noticeFrom(table, key)
  const workers = Array.from({ length: 10 }, () => worker(table))
  const answers = await Promise.all(workers.map(({ handle }) => handle([body, body])))
  const redriven = workers.map(({ telemetry }) => telemetry.counts['EventsRedriven'] ?? 0)
  expect(redriven.reduce((sum, count) => sum + count)).toBe(1)
  // Those that met on the item may be asked to come again; they find it redriven then.
  const again = answers.flatMap(({ batchItemFailures }) => batchItemFailures).map(() => body)
  expect(await worker(table).handle(again)).toEqual(NONE)
})

it('a redrive whose answer is lost is one redelivery, and reported as done', async () => {
  const table = await engine.table()
  const key = await deadRow(table, 'e1')
  const { handle, telemetry } = worker(table)
  const body = await noticeFrom(table, key)
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'UpdateCommand') table.loseNextAnswer()
        return next(args)
      },
    { step: 'initialize' },
  )
  expect(await handle([body])).toEqual(NONE)
  expect(telemetry.counts).toEqual({ EventsRedriven: 1 })
  expect(await get(table, key)).toMatchObject({ obStatus: 'PENDING', obDeaths: 1 })
})

it('the notice of an earlier death does not undo a later one', async () => {
  const table = await engine.table()
  const key = await deadRow(table, 'e1')
  const before = await get(table, key)
  const { handle, telemetry } = worker(table)
  expect(await handle([await noticeFrom(table, key, '2026-03-01T11:00:00.000Z#0badcafe')])).toEqual(NONE)
  expect(await get(table, key)).toEqual(before)
  expect(telemetry.counts).toEqual({ RedrivesSettled: 1 })
})

it('a row that is gone is not made again', async () => {
  const table = await engine.table()
  const key = await deadRow(table, 'e1')
  const body = await noticeFrom(table, key)
  await table.client.send(
    new DeleteCommand({ TableName: table.tableName, Key: keyAttributes(key, table.keys) }),
  )
  expect(await worker(table).handle([body])).toEqual(NONE)
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.tableName }))
  expect(Items).toEqual([])
})
