import { BatchWriteCommand, NumberValue, PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { chunk } from '../../lib/store/chunk.js'
import { dueBy, newFence } from '../../lib/store/fence.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { type IndexCursor, type IndexEntry, OwnerIndex } from '../../lib/store/owner-index.js'
import { keyAttributes, keyText, type RowKey, rowKey } from '../../lib/store/row-key.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from './dynamodb-engine.js'

// AWS behaviour relied on: a Query returns at most `Limit` items of one partition of the index in the order of its
// sort key, and with LastEvaluatedKey where more may follow; a row without the index's partition key is not in it.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html
const engine = useDynamoDbEngine()

const NOW = Date.parse('2026-11-30T12:00:00.000Z')
const SHARD = 'R#eu-west-1#11'
const hasTime = (): boolean => false

async function put(table: EngineTable, eventId: string, due: string, obShard = SHARD): Promise<RowKey> {
  const key = rowKey({ aggregateType: 'Thing', aggregateId: 'a', eventId }, table.keys)
  await table.client.send(
    new PutCommand({
      TableName: table.tableName,
      Item: { ...keyAttributes(key, table.keys), obStatus: 'PENDING', obShard, obDue: due },
    }),
  )
  return key
}

async function allPages(index: OwnerIndex, limit: number, before?: string): Promise<IndexEntry[][]> {
  const pages: IndexEntry[][] = []
  let after: IndexCursor | undefined
  do {
    const page = await index.page({ shard: SHARD, before, after, limit })
    pages.push([...page.entries])
    after = page.next
  } while (after !== undefined)
  return pages
}

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it('the index gives what is due in a shard, in the order of the due times', async () => {
    const table = await engine.table(layout)
    const index = new OwnerIndex(table.client, table)
    const later = newFence(NOW + 1)
    const due = newFence(NOW)
    const early = newFence(NOW - 60_000)
    await put(table, 'later', later)
    const dueKey = await put(table, 'due', due)
    const earlyKey = await put(table, 'early', early)
    await put(table, 'elsewhere', early, 'R#eu-west-1#12')
    await put(table, 'abroad', early, 'R#us-east-1#11')
    await put(table, 'fresh', early, 'P#eu-west-1#11')

    const { entries, next } = await index.page({ shard: SHARD, before: dueBy(NOW), limit: 10 })
    expect(next).toBeUndefined()
    expect(entries).toEqual([
      { key: earlyKey, shard: SHARD, due: early },
      { key: dueKey, shard: SHARD, due },
    ])
    const all = await index.page({ shard: SHARD, limit: 10 })
    expect(all.entries.map(({ due: fence }) => fence)).toEqual([early, due, later])
    expect(await index.count(SHARD, 1)).toEqual({ count: 3, isWhole: true })
    expect(await index.count('S#eu-west-1#11', 1)).toEqual({ count: 0, isWhole: true })
  })
})

describe('all rows of the index', () => {
  it('come at once where they are few, of every owner and Region', async () => {
    const table = await engine.table()
    const index = new OwnerIndex(table.client, table)
    expect(await index.all(10, hasTime)).toEqual([])
    const due = newFence(NOW)
    const shards = ['D#eu-west-1#12', 'P#us-east-1#11', SHARD]
    for (const shard of shards) await put(table, `row-${shard}`, due, shard)
    const key = rowKey({ aggregateType: 'Thing', aggregateId: 'a', eventId: 'marked' }, table.keys)
    await table.client.send(
      new PutCommand({
        TableName: table.tableName,
        Item: { ...keyAttributes(key, table.keys), obStatus: 'PUBLISHED' },
      }),
    )
    const entries = (await index.all(3, hasTime)) ?? []
    expect(entries.map(({ shard }) => shard).sort()).toEqual(shards)
    expect(entries[0]?.due).toBe(due)
    expect(entries[0]?.key.partition).toBe('OUTBOX#Thing#a')
  })

  it('are none of a scan that finds more than asked for', async () => {
    const table = await engine.table()
    const index = new OwnerIndex(table.client, table)
    for (let row = 0; row < 4; row += 1) await put(table, `row-${row}`, newFence(NOW))
    expect(await index.all(3, hasTime)).toBeUndefined()
    expect(await index.all(4, hasTime)).toHaveLength(4)
  })
})

describe('the pages of a shard', () => {
  it('hold every row once, also where rows leave and come behind in between', async () => {
    const table = await engine.table()
    const index = new OwnerIndex(table.client, table)
    const store = new OutboxStore(table.client, table)
    const fences = Array.from({ length: 25 }, (_, place) => newFence(NOW - 25_000 + place * 1_000))
    for (const [place, fence] of fences.entries()) await put(table, `e${place}`, fence)

    const seen: string[] = []
    let after: IndexCursor | undefined
    do {
      const page = await index.page({ shard: SHARD, before: dueBy(NOW), after, limit: 10 })
      seen.push(...page.entries.map(({ due }) => due))
      // As a claim does: the rows of the page move to the end of the shard.
      await store.apply(
        page.entries.map(({ key, due }) => ({
          key,
          transition: 'claim',
          values: { seenDue: due, newShard: SHARD, newDue: newFence(NOW + 120_000), claims: 1 },
        })),
      )
      after = page.next
    } while (after !== undefined)
    expect(seen).toEqual(fences)
    expect(await allPages(index, 10, dueBy(NOW))).toEqual([[]])
    expect((await allPages(index, 10)).flat()).toHaveLength(25)
  })
})

describe('a count', () => {
  it('of more pages than it may read is a lower bound', async () => {
    const table = await engine.table()
    const index = new OwnerIndex(table.client, table)
    // A page has 1 MB; at 3,700 bytes an entry that is about 280 rows.
    const rows = Array.from({ length: 350 }, (_, place) => ({
      pk: `OUTBOX#Thing#${'x'.repeat(1_900)}`,
      sk: `${'y'.repeat(900)}${place}`,
      obShard: SHARD,
      obDue: `${newFence(NOW)}${'z'.repeat(900)}`,
    }))
    for (const part of chunk(rows, 25))
      await table.client.send(
        new BatchWriteCommand({
          RequestItems: { [table.tableName]: part.map((Item) => ({ PutRequest: { Item } })) },
        }),
      )
    const { count, isWhole } = await index.count(SHARD, 1)
    expect(isWhole).toBe(false)
    expect(count).toBeGreaterThan(100)
    expect(count).toBeLessThan(350)
    expect(await index.count(SHARD, 10)).toEqual({ count: 350, isWhole: true })
  })
})

describe('rows as they are stored', () => {
  it('come with our attributes only, whatever stands beside them', async () => {
    const table = await engine.table()
    const store = new OutboxStore(table.client, table)
    const key = rowKey({ aggregateType: 'Thing', aggregateId: 'a', eventId: 'e1' }, table.keys)
    const gone = rowKey({ aggregateType: 'Thing', aggregateId: 'a', eventId: 'gone' }, table.keys)
    const ours = { obStatus: 'PENDING', obShard: SHARD, obDue: newFence(NOW), obAttempts: 3, obDetail: '{}' }
    await table.client.send(
      new PutCommand({
        TableName: table.tableName,
        Item: { ...keyAttributes(key, table.keys), ...ours, foreign: new Set([1]), list: [null, { a: 1 }] },
      }),
    )
    const { rows, unread } = await store.read([key, gone])
    expect([...rows]).toEqual([[keyText(key), { ...keyAttributes(key, table.keys), ...ours }]])
    expect(unread.size).toBe(0)
  })

  it('can be read though a number was edited into one that JavaScript does not hold exactly', async () => {
    const table = await engine.table()
    const store = new OutboxStore(table.client, table)
    const key = await put(table, 'e1', newFence(NOW))
    const obAttempts = NumberValue.from('12345678901234567890')
    await table.client.send(
      new PutCommand({
        TableName: table.tableName,
        Item: { ...keyAttributes(key, table.keys), obStatus: NumberValue.from('1e100'), obAttempts },
      }),
    )
    const { rows } = await store.read([key])
    expect(rows.get(keyText(key))).toMatchObject({ obStatus: 1e100, obAttempts: 1.2345678901234567e19 })
    expect((await store.lookUp([key])).states.get(keyText(key))).toMatchObject({ status: 1e100 })
  })
})
