import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { readRecord } from '../../lib/relay/read-record.js'
import { idOf, outboxItem } from '../delivery/make-row.js'
import { NONE, relayWorld } from './relay-world.js'
import { type Image, streamRecord } from './stream-records.js'

const KEYS = { partitionKey: 'pk', sortKey: 'sk' }

const FOREIGN: Image = {
  status: { N: '1' },
  time: { B: Buffer.from('x').toString('base64') as never },
  source: { L: [{ S: 'x' }, { M: { y: { NULL: true } } }] },
  names: { SS: ['a', 'b'] },
  numbers: { NS: ['1', '2'] },
  binaries: { BS: [] },
  on: { BOOL: true },
  nothing: { NULL: true },
  map: { M: { deep: { L: [] } } },
}

describe('a batch of the stream', () => {
  it('is published, marked and answered with no failure', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'b1'])
    expect([world.state('a1'), world.state('b1')]).toEqual(['PUBLISHED/-', 'PUBLISHED/-'])
    expect(world.row('a1')).toMatchObject({
      obPublishedAt: '2026-03-01T12:00:00.010Z',
      // Epoch seconds, not milliseconds, and never too early.
      expiresAt: Date.parse('2026-03-01T12:00:01Z') / 1_000 + 7 * 24 * 3_600,
      obDue: world.row('a1')['obDue'],
    })
    expect(world.sink.counts).toEqual({ EventsPublished: 2 })
    expect(world.sink.durations).toEqual({ PublishLatency: [1_010, 1_010] })
    expect(world.sink.lines).toEqual([])
  })

  it('that is empty is no failure', async () => {
    expect(await relayWorld().handle([])).toEqual(NONE)
  })

  it('passes over what is no insertion of an outbox row, and says so', async () => {
    const world = relayWorld()
    const good = world.write(['a1', 'b1'])
    const row = { pk: 'OUTBOX#thing#z', sk: 'z1', ...outboxItem('z', 'z1') }
    const withoutImage: DynamoDBRecord = { eventName: 'INSERT', dynamodb: { SequenceNumber: '1' } }
    const others = [
      streamRecord(row, '11', 'REMOVE'),
      streamRecord(row, '12', 'MODIFY'),
      withoutImage,
      { eventName: 'INSERT' } as DynamoDBRecord,
      streamRecord({ pk: 'ORDER#1', sk: 'v', name: 'foreign' }, '13'),
      streamRecord({ ...row, pk: 7 }, '14'),
      streamRecord({ ...row, sk: undefined }, '15'),
      streamRecord({ ...row, obShard: 5 }, '16'),
      streamRecord({ ...row, obDue: null }, '17'),
    ]
    expect(await world.handle([...others.slice(0, 4), ...good, ...others.slice(4)])).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'b1'])
    expect(world.sink.counts).toEqual({ EventsPublished: 2, RecordsUnreadable: others.length })
    expect(world.sink.lines.map(({ level }) => level)).toEqual(others.map(() => 'error'))
    expect(world.sink.lines[0]).toMatchObject({ sequenceNumber: '11' })
  })

  it('reads our attributes only, whatever stands beside them', async () => {
    const world = relayWorld()
    const [record] = world.write(['a1'])
    const image = record?.dynamodb?.NewImage
    if (record?.dynamodb === undefined || image === undefined) throw new TypeError('a record with an image')
    record.dynamodb.NewImage = { ...FOREIGN, ...image }
    expect(await world.handle([record])).toEqual(NONE)
    expect(world.destination.accepted.map(idOf)).toEqual(['a1'])
    expect(Object.keys(readRecord(record, KEYS)?.raw ?? {}).every((name) => name.startsWith('ob'))).toBe(true)
  })

  it.each(Object.entries(FOREIGN))(
    'makes a row with `%s` as its detail a dead letter, not a crash',
    async (_, value) => {
      const world = relayWorld()
      const [bad, good] = world.write(['a1', 'b1'])
      if (bad?.dynamodb?.NewImage === undefined || good === undefined) throw new TypeError('two records')
      bad.dynamodb.NewImage['obDetail'] = value
      expect(await world.handle([bad, good])).toEqual(NONE)
      expect([world.state('a1'), world.state('b1')]).toEqual(['DEAD/D', 'PUBLISHED/-'])
    },
  )

  it('takes the later image of a row that was deleted and written anew, and looks its key up once', async () => {
    const world = relayWorld()
    const [first] = world.write(['a1'], { obDue: '2026-03-01T11:00:00.000Z#1' })
    const [second, other] = world.write(['a1', 'b1'], { obDue: '2026-03-01T11:30:00.000Z#2' })
    expect(await world.handle([first, second, other].flatMap((record) => record ?? []))).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'b1'])
    expect(world.store.lookedUp.map((keys) => keys.length)).toEqual([2])
    expect(world.sink.counts).toEqual({ EventsPublished: 2, RowsVanished: 1 })
  })
})

describe('in a table without a sort key', () => {
  it('the event is the end of the partition key', () => {
    const item = { pk: 'OUTBOX#thing#a#b#e1', ...outboxItem('a#b', 'e1') }
    expect(readRecord(streamRecord(item, '1'), { partitionKey: 'pk' })).toMatchObject({
      key: { partition: 'OUTBOX#thing#a#b#e1', sort: undefined },
      identity: { aggregateType: 'thing', aggregateId: 'a#b', eventId: 'e1' },
    })
  })
})
