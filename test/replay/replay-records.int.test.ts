import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { NO_PROGRESS } from '../../lib/replay/replay-progress.js'
import type { ReplayRecord } from '../../lib/replay/replay-record.js'
import { ReplayRecords } from '../../lib/replay/replay-records.js'
import { keyAttributes } from '../../lib/store/row-key.js'
import { LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'

const engine = useDynamoDbEngine()

const record = (id: string, change: Partial<ReplayRecord> = {}): ReplayRecord => ({
  id,
  outbox: 'shop',
  by: 'arn:aws:sts::111122223333:assumed-role/Operator/ada',
  startedAt: '2026-11-30T12:00:00.000Z',
  updatedAt: '2026-11-30T12:00:00.000Z',
  state: 'running',
  run: 'first',
  plan: {
    from: 'archive',
    filters: { since: '2026-11-30T09:00:00.000Z', eventTypes: ['OrderPaid'], context: { tenant: 'acme' } },
    archive: 'bucket',
    eventBusArn: 'arn:aws:events:eu-west-1:111122223333:event-bus/shop',
    rate: 100,
    skipMalformed: false,
  },
  progress: NO_PROGRESS,
  failedEvents: [],
  ...change,
})

describe.each(Object.entries(LAYOUTS))('in a table with %s, the record of a replay', (_, layout) => {
  const start = async () => {
    const table = await engine.table(layout)
    return { table, records: new ReplayRecords({ ...table, outboxName: 'shop' }) }
  }

  it('comes back as it was written, last', async () => {
    const { records } = await start()
    await records.create(record('r1'))
    const later = record('r1', {
      state: 'interrupted',
      progress: { ...NO_PROGRESS, sent: 7, position: 'x:3' },
    })
    await records.update(later)
    expect(await records.get('r1')).toEqual(later)
    expect(await records.get('r2')).toBeUndefined()
  })

  it('is of whoever took it last', async () => {
    const { records } = await start()
    const first = record('r1')
    await records.create(first)
    const second = record('r1', { run: 'second' })
    await records.take(second, 'first')
    await expect(records.take(record('r1', { run: 'third' }), 'first')).rejects.toThrow('resumed elsewhere')
    await expect(records.update(first)).rejects.toThrow('Replay r1 was resumed elsewhere, so it ends here')
    await records.update(second)
    expect((await records.get('r1'))?.run).toBe('second')
  })

  it('is created, and taken, once even if the answer gets lost', async () => {
    const { records, table } = await start()
    table.loseNextAnswer()
    await records.create(record('r1'))
    table.loseNextAnswer()
    await records.take(record('r1', { run: 'second' }), 'first')
    expect((await records.get('r1'))?.run).toBe('second')
  })

  it("does not come into being by a run's update when somebody deleted it", async () => {
    const { records, table } = await start()
    await expect(records.update(record('r1'))).rejects.toThrow('resumed elsewhere')
    expect((await table.client.send(new ScanCommand({ TableName: table.tableName }))).Count).toBe(0)
  })

  it('has one attribute beside its key, which is no outbox row', async () => {
    const { records, table } = await start()
    await records.create(record('r1'))
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.tableName }))
    const [item = {}] = Items
    const { partitionKey, ...rest } = table.keys
    expect(Object.keys(item).sort()).toEqual([partitionKey, ...Object.values(rest), 'outboxReplay'].sort())
    expect(String(item[partitionKey])).toMatch(/^OUTBOX-REPLAY#shop/)
  })
})

describe('the history', () => {
  it('is the replays of this outbox, the latest first', async () => {
    const table = await engine.table()
    const records = new ReplayRecords({ ...table, outboxName: 'shop' })
    for (const id of ['r1', 'r3', 'r2']) await records.create(record(id))
    await new ReplayRecords({ ...table, outboxName: 'shop2' }).create(record('r4'))
    const latest = async (limit: number) => {
      const history = await records.latest(limit)
      return { ids: history.records.map(({ id }) => id), hasMore: history.hasMore }
    }
    expect(await latest(10)).toEqual({ ids: ['r3', 'r2', 'r1'], hasMore: false })
    expect(await latest(3)).toEqual({ ids: ['r3', 'r2', 'r1'], hasMore: false })
    expect(await latest(2)).toEqual({ ids: ['r3', 'r2'], hasMore: true })
  })

  it('is read beyond one page', async () => {
    const table = await engine.table()
    const records = new ReplayRecords({ ...table, outboxName: 'shop' })
    const failedEvents = Array.from({ length: 100 }, (_, index) => ({
      eventId: `e${index}`,
      eventType: 'OrderPaid',
      errorCode: 'InvalidArgument',
      errorMessage: 'm'.repeat(3_000),
    }))
    const ids = ['r1', 'r2', 'r3', 'r4', 'r5']
    for (const id of ids) await records.create(record(id, { failedEvents }))
    const history = await records.latest(50)
    expect(table.sent.filter((action) => action === 'Query').length).toBeGreaterThan(1)
    expect(history.records.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(history.hasMore).toBe(false)
  })

  it.each([
    ['no record at all', 'nonsense'],
    ['a list of types that is none', { plan: { ...record('x').plan, filters: { eventTypes: 'x' } } }],
    ['a consumer without a stack', { plan: { ...record('x').plan, consumer: { name: 'Shipping' } } }],
    ['counts that are none', { progress: { ...NO_PROGRESS, failed: '7' } }],
    ['failed events that are none', { failedEvents: ['e1'] }],
    ['a state that there is not', { state: 'paused' }],
  ])('names the item that somebody edited into %s, and has the others', async (_, edited) => {
    const table = await engine.table()
    const records = new ReplayRecords({ ...table, outboxName: 'shop' })
    for (const id of ['r1', 'r3']) await records.create(record(id))
    const outboxReplay = typeof edited === 'string' ? edited : { ...record('r2'), ...edited }
    await table.client.send(
      new PutCommand({
        TableName: table.tableName,
        Item: { ...keyAttributes({ partition: 'OUTBOX-REPLAY#shop', sort: 'r2' }, table.keys), outboxReplay },
      }),
    )
    const history = await records.latest(50)
    expect(history.records.map(({ id }) => id)).toEqual(['r3', 'r1'])
    expect(history.unreadable).toEqual(['r2'])
    await expect(records.get('r2')).rejects.toThrow('The record of replay r2 was edited')
  })

  it('cannot be asked for without a sort key', async () => {
    const table = await engine.table(LAYOUTS['no sort key'])
    const records = new ReplayRecords({ ...table, outboxName: 'shop' })
    await expect(records.latest(10)).rejects.toThrow(
      'has no sort key, so it cannot be asked for its replays: each is the item with the partition key OUTBOX-REPLAY#shop#<id>',
    )
  })
})
