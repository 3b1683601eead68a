import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { RowSource } from '../../lib/replay/row-source.js'
import type { SourceItem } from '../../lib/replay/source-item.js'
import { keyAttributes, rowKey } from '../../lib/store/row-key.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'

const engine = useDynamoDbEngine()
const AGGREGATE = { aggregateType: 'Order', aggregateId: 'o#1' }
const TRACE = 'Root=1-67f2a4b1-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1'

async function put(table: EngineTable, eventId: string, change: object = {}): Promise<void> {
  const Item = {
    ...keyAttributes(rowKey({ ...AGGREGATE, eventId }, table.keys), table.keys),
    obSource: 'shop',
    obType: 'OrderPaid',
    obDetail: '{"metadata":{},  "data":{"n": 1.0}}',
    obTime: '2026-11-30T12:00:00.000Z',
    obStatus: 'PUBLISHED',
    foreign: 'x'.repeat(1_000),
    ...change,
  }
  await table.client.send(new PutCommand({ TableName: table.tableName, Item }))
}

async function read(table: EngineTable, after?: string): Promise<SourceItem[]> {
  const items: SourceItem[] = []
  const source = new RowSource({ ...table, aggregate: AGGREGATE })
  for await (const item of source.read(after)) items.push(item)
  return items
}

describe('the rows of an aggregate', () => {
  it.each(['default keys', 'other key names'] as const)(
    'with %s come in the order of their ids, only the delivered',
    async (layout) => {
      const table = await engine.table(LAYOUTS[layout])
      await put(table, 'c', { obTrace: TRACE })
      await put(table, 'a', { obTrace: 'broken' })
      await put(table, 'b', { obStatus: 'DEAD' })
      await put(table, 'd', { obStatus: 'PENDING' })
      const event = {
        ...AGGREGATE,
        eventType: 'OrderPaid',
        source: 'shop',
        occurredAt: '2026-11-30T12:00:00.000Z',
        detail: '{"metadata":{},  "data":{"n": 1.0}}',
      }
      expect(await read(table)).toEqual([
        { kind: 'event', event: { ...event, eventId: 'a' }, position: 'a' },
        { kind: 'unpublished', position: 'b' },
        { kind: 'event', event: { ...event, eventId: 'c', traceHeader: TRACE }, position: 'c' },
        { kind: 'unpublished', position: 'd' },
      ])
    },
  )

  it('are read page by page, and from behind a position', async () => {
    const table = await engine.table()
    const ids = Array.from({ length: 12 }, (_, index) => `e${String(index).padStart(2, '0')}`)
    for (const id of ids) await put(table, id, { obDetail: `{"text":"${'x'.repeat(200_000)}"}` })
    expect((await read(table)).map(({ position }) => position)).toEqual(ids)
    expect(table.sent.filter((action) => action === 'Query').length).toBeGreaterThan(1)
    expect((await read(table, 'e05')).map(({ position }) => position)).toEqual(ids.slice(6))
  })

  it.each([
    ['obDetail', 'broken', 'text of a JSON object'],
    ['obTime', 'yesterday', 'time'],
    ['obSource', 7, 'text'],
    ['obType', '', 'text'],
  ])('one whose %s was edited is named, without what stands there', async (attribute, value, what) => {
    const table = await engine.table()
    await put(table, 'a', { [attribute]: value })
    expect(await read(table)).toEqual([
      {
        kind: 'malformed',
        place: 'the row of event a',
        reason: `\`${attribute}\` is no ${what}`,
        position: 'a',
      },
    ])
  })

  it('cannot be asked for in a table without a sort key', async () => {
    const table = await engine.table(LAYOUTS['no sort key'])
    await expect(read(table)).rejects.toThrow(
      'has no sort key, so it cannot be asked for the rows of one aggregate: replay from the archive, with --from archive',
    )
  })
})
