import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { entryBytes } from '../../lib/event/entry-bytes.js'
import { Outbox } from '../../lib/outbox/outbox.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { rowKey } from '../../lib/store/row-key.js'
import { anythingGoes } from '../event/anything-goes.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'

const engine = useDynamoDbEngine()

type Row = Readonly<Record<string, string>>

function outboxOf({ tableName, keys, client }: EngineTable): Outbox {
  return new Outbox({ tableName, keys, client, source: 'shop' })
}

/** Several pages: a page of a Scan ends at 1 MB. */
async function rows({ client, tableName }: EngineTable): Promise<Row[]> {
  const found: Row[] = []
  for (
    let start: Record<string, unknown> | undefined, first = true;
    first || start !== undefined;
    first = false
  ) {
    const page = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey: start }),
    )
    found.push(...((page.Items ?? []) as Row[]))
    start = page.LastEvaluatedKey
  }
  return found
}

function entry(row: Row | undefined): number {
  const { obSource = '', obType = '', obDetail = '', obTime } = row ?? {}
  return entryBytes({ source: obSource, type: obType, detail: obDetail, time: obTime })
}

/** Bytes that the entry of an empty text has. */
async function overhead(outbox: Outbox): Promise<number> {
  const [put] = await outbox
    .batch()
    .add(anythingGoes.create({ aggregateId: '1', data: '' }))
    .items()
  return entry(put?.Put.Item as Row)
}

describe.each([
  ['one byte', () => 'x'],
  ['nothing', () => ''],
  ['1 KB', () => 'x'.repeat(1024)],
  ['multi-byte text', () => '€👋ü'.repeat(10_000)],
  ['text that JSON escapes', () => '"\\\n\u0000'.repeat(10_000)],
  ['the largest allowed event', (room: number) => 'x'.repeat(room)],
  ['the largest allowed event of four-byte characters', (room: number) => '👋'.repeat(room / 4)],
])('an event of %s', (_, textFor) => {
  it.each([
    ['default keys', LAYOUTS['default keys']],
    ['no sort key', LAYOUTS['no sort key']],
  ])('is kept byte for byte in a table with %s, and can still be marked', async (__, layout) => {
    const table = await engine.table(layout)
    const outbox = outboxOf(table)
    const text = textFor(390_000 - (await overhead(outbox)))
    const event = anythingGoes.create({ aggregateId: '1', data: text })
    await outbox.transact((tx) => tx.publish(event))
    const [row] = await rows(table)
    expect(JSON.parse(row?.['obDetail'] ?? '{}').data).toBe(text)
    expect(row?.['obDetail']?.endsWith(`,"data":${JSON.stringify(text)}}`)).toBe(true)
    expect(entry(row)).toBeLessThanOrEqual(390_000)

    const { aggregateType, aggregateId, eventId } = event
    const results = await new OutboxStore(table.client, table).apply([
      {
        key: rowKey({ aggregateType, aggregateId, eventId }, table.keys),
        transition: 'publish',
        values: { publishedAt: '2026-11-30T12:00:00.000Z', expiresAt: 1_796_040_001 },
      },
    ])
    expect(results).toEqual([{ kind: 'done' }])
  })
})

it('the largest event with the longest key and the largest failure still fits into an item', async () => {
  const table = await engine.table()
  const outbox = new Outbox({
    tableName: table.tableName,
    client: table.client,
    source: 's',
    maxEventBytes: 999_999,
  })
  const aggregateId = 'x'.repeat(2048 - 'OUTBOX#Thing#'.length)
  const create = (length: number): ReturnType<typeof anythingGoes.create> =>
    anythingGoes.create({ aggregateId, aggregateVersion: 1, data: 'x'.repeat(length) })
  // What the library says of a too large one tells how large the largest is.
  const tooLarge = await outbox
    .batch()
    .add(create(409_000))
    .items()
    .catch((error: unknown) => error as { details: { actual: number; maximum: number } })
  if (!('details' in tooLarge)) throw new Error('Expected the event to be refused')
  const event = create(409_000 - (tooLarge.details.actual - tooLarge.details.maximum))
  await outbox.transact((tx) => tx.publish(event))

  const [row] = await rows(table)
  const key = { partition: row?.['pk'] ?? '', sort: row?.['sk'] }
  const diedAt = '2026-11-30T12:00:00.000Z#00000001'
  const store = new OutboxStore(table.client, table)
  const results = await store.apply([
    {
      key,
      transition: 'die',
      values: {
        seenDue: row?.['obDue'],
        newShard: `N${row?.['obShard']?.slice(1)}`,
        newDue: diedAt,
        diedAt,
        deaths: 999,
        attempts: 9999,
        failedAt: '2026-11-30T12:00:00.000Z',
        error: 'x'.repeat(512),
      },
    },
  ])
  expect(results).toEqual([{ kind: 'done' }])
  const published = await store.apply([
    {
      key,
      transition: 'publish',
      values: { publishedAt: '2026-11-30T12:00:00.000Z', expiresAt: 1_796_040_001 },
    },
  ])
  expect(published).toEqual([{ kind: 'done' }])
})

it('ten events of 99 KB commit in one transaction', async () => {
  const table = await engine.table()
  const text = '€'.repeat(33_000)
  await outboxOf(table).transact((tx) => {
    for (let index = 0; index < 10; index += 1)
      tx.publish(anythingGoes.create({ aggregateId: String(index % 3), data: text }))
  })
  expect(table.sent).toEqual(['TransactWriteItems'])
  const committed = await rows(table)
  expect(committed).toHaveLength(10)
  for (const row of committed) expect(JSON.parse(row['obDetail'] ?? '{}').data).toBe(text)
})

it('one byte too many is refused before anything is sent', async () => {
  const table = await engine.table()
  const outbox = outboxOf(table)
  const text = 'x'.repeat(390_001 - (await overhead(outbox)))
  const write = outbox.transact((tx) => tx.publish(anythingGoes.create({ aggregateId: '1', data: text })))
  await expect(write).rejects.toMatchObject({
    code: 'EVENT_TOO_LARGE',
    details: { actual: 390_001, maximum: 390_000 },
  })
  expect(table.sent).toEqual([])
})
