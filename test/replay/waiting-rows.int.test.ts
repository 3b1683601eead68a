import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { RangeSource } from '../../lib/replay/range-source.js'
import type { SourceItem } from '../../lib/replay/source-item.js'
import { chunk } from '../../lib/store/chunk.js'
import { newFence } from '../../lib/store/fence.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { OwnerIndex } from '../../lib/store/owner-index.js'
import { keyAttributes, rowKey } from '../../lib/store/row-key.js'
import { shardKey, shardOf } from '../../lib/store/shard.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { storedArchive } from './stored-archive.js'
import { HOUR, idAt, shown } from './waiting-world.js'

const engine = useDynamoDbEngine()
const clock = new FakeClock()
const REGION = 'eu-west-1'
const SINCE = new Date(clock.now() - 2 * HOUR).toISOString()

/** Rows of the last hours, in the order of their publication. @returns the events' ids */
async function fill(table: EngineTable, count: number, age = HOUR): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => idAt(clock.now() - age, index))
  const Items = ids.map((eventId, index) => {
    const aggregateId = `o-${index % 100}`
    return {
      ...keyAttributes(rowKey({ aggregateType: 'Order', aggregateId, eventId }, table.keys), table.keys),
      obSource: 'shop',
      obType: 'OrderPaid',
      obDetail: '{"metadata":{}, "data":{}}',
      obTime: new Date(clock.now() - age).toISOString(),
      obStatus: 'PUBLISHED',
      obShard: shardKey('A', REGION, shardOf('Order', aggregateId)),
      obDue: newFence(clock.now() - age + 168 * HOUR + index),
    }
  })
  for (const part of chunk(Items, 25))
    await table.client.send(
      new BatchWriteCommand({
        RequestItems: { [table.tableName]: part.map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
  return ids
}

function sourceOf(table: EngineTable): RangeSource {
  return new RangeSource({
    index: new OwnerIndex(table.client, table),
    store: new OutboxStore(table.client, table),
    keys: table.keys,
    region: REGION,
    clock,
    random: Math.random,
    archive: { client: storedArchive({}).client, bucket: 'archive', outboxName: 'Shop/Outbox' },
    filters: { since: SINCE },
    isArchiveMeant: false,
    asOf: new Date(clock.now()).toISOString(),
  })
}

async function items(table: EngineTable, after?: string): Promise<SourceItem[]> {
  const all: SourceItem[] = []
  for await (const item of sourceOf(table).read(after)) all.push(item)
  return all
}

describe('the rows that wait for the archive', () => {
  it.each(['default keys', 'other key names', 'no sort key'] as const)(
    'with %s come in the order of their publication, and from behind a position',
    async (layout) => {
      const table = await engine.table(LAYOUTS[layout])
      const ids = await fill(table, 130)
      const all = await items(table)
      expect(all.flatMap(shown)).toEqual(ids)
      for (const at of [0, 50, 99, 100, 128])
        expect((await items(table, all[at]?.position)).flatMap(shown)).toEqual(
          all.slice(at + 1).flatMap(shown),
        )
    },
  )

  it('are read page by page, and only those of the range: 5,000 of 10,000', async () => {
    const table = await engine.table()
    await fill(table, 5_000, 72 * HOUR)
    const ids = await fill(table, 5_000)
    const before = table.sent.length
    expect((await items(table)).flatMap(shown)).toEqual(ids)
    const sent = table.sent.slice(before)
    expect(sent.filter((action) => action === 'BatchGetItem')).toHaveLength(50)
    // 32 shards, and what each of them has beyond a page of 500.
    expect(sent.filter((action) => action === 'Query').length).toBeLessThan(32 + 10_000 / 500)
  })
})
