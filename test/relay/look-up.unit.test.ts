import { describe, expect, it } from 'vitest'
import { fenceTime } from '../../lib/store/fence.js'
import { idOf } from '../delivery/make-row.js'
import { ACCEPTED, each, REFUSED } from '../delivery/scripted-destination.js'
import { from, keyOf, NONE, relayWorld } from './relay-world.js'

type World = ReturnType<typeof relayWorld>

/** As if somebody had moved the row on after it was written. */
function move(world: World, id: string, item: Readonly<Record<string, unknown>>): void {
  world.store.put(keyOf(id), { ...world.row(id), ...item })
}

function own(world: World, id: string, owner: 'R' | 'S' | 'N' | 'D' | 'A', obDue: string): void {
  move(world, id, { obShard: `${owner}${String(world.row(id)['obShard']).slice(1)}`, obDue })
}

const due = (world: World, id: string): number => fenceTime(String(world.row(id)['obDue']))

describe('only what is still the relay’s is published', () => {
  it.each([
    ['published', { obStatus: 'PUBLISHED', obShard: undefined }],
    ['dead, its notice owed', { obStatus: 'DEAD', obShard: 'N#eu-west-1#00' }],
    ['dead', { obStatus: 'DEAD', obShard: 'D#eu-west-1#00' }],
    ['with the sweeper', { obShard: 'R#eu-west-1#00', obDue: '2026-03-01T13:00:00.000Z#r' }],
    ['scheduled', { obShard: 'S#eu-west-1#00' }],
    ['waiting for the archive', { obStatus: 'PUBLISHED', obShard: 'A#eu-west-1#00' }],
  ])('a row that is %s is done', async (_, item) => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    move(world, 'a1', item)
    const before = { ...world.row('a1') }
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['b1'])
    expect(world.row('a1')).toEqual(before)
    expect(world.sink.counts).toEqual({ EventsPublished: 1 })
  })

  it('a row that is gone is dropped and counted', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    world.store.items.delete([...world.store.items.keys()][0] ?? '')
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['b1'])
    expect(world.sink.counts).toEqual({ EventsPublished: 1, RowsVanished: 1 })
    expect(world.store.items.size).toBe(1)
  })

  it('a row with another fence is not the one of the record', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    move(world, 'a1', { obDue: '2026-03-01T11:59:59.000Z#another' })
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['b1'])
    expect(world.state('a1')).toBe('PENDING/P')
    expect(world.sink.counts).toEqual({ EventsPublished: 1, RowsVanished: 1 })
  })

  it('a batch that comes again repeats nothing that was marked', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1', 'a2'])
    await world.handle(records)
    world.restart()
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'a2', 'b1'])
  })

  it('a row that somebody takes between the look-up and the handover stays with him', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    world.answer = each((event) => {
      if (idOf(event) === 'b1') return ACCEPTED
      own(world, 'a1', 'R', '2026-03-01T12:30:00.000Z#claimed')
      return REFUSED
    })
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.row('a1')['obDue']).toBe('2026-03-01T12:30:00.000Z#claimed')
    expect(world.row('a1')['obAttempts']).toBeUndefined()
    expect(world.sink.counts).toEqual({ EventsPublished: 1 })
  })
})

describe('an event whose earlier one is with the sweeper', () => {
  it('is handed over behind it, not sent past it', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2', 'b1', 'a3'])
    own(world, 'a1', 'R', '2026-03-01T12:10:00.000Z#r')
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['b1'])
    expect([world.state('a2'), world.state('a3')]).toEqual(['PENDING/R', 'PENDING/R'])
    const ten = Date.parse('2026-03-01T12:10:00.000Z')
    expect([due(world, 'a2'), due(world, 'a3')]).toEqual([ten + 1, ten + 2])
    expect(world.row('a2')['obAttempts']).toBeUndefined()
    expect(world.sink.counts).toEqual({ EventsPublished: 1, EventsHandedOver: 2 })
  })

  it('falls due behind the latest of several', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2', 'a3'])
    own(world, 'a1', 'R', '2026-03-01T12:10:00.000Z#r')
    own(world, 'a2', 'R', '2026-03-01T12:05:00.000Z#r')
    await world.handle(records)
    expect(due(world, 'a3')).toBe(Date.parse('2026-03-01T12:10:00.001Z'))
  })

  it('is handed over behind one that leaves now, too', async () => {
    const world = relayWorld({ strictOrder: true })
    const records = world.write(['a1', 'a2', 'a3', 'b1'])
    own(world, 'a2', 'R', '2026-03-01T11:00:00.000Z#r')
    world.answer = each((event) => (idOf(event) === 'a1' ? REFUSED : ACCEPTED))
    await world.handle(records)
    expect(world.sent()).toEqual(['b1'])
    expect(due(world, 'a3')).toBe(due(world, 'a1') + 1)
  })

  it('is handed over all the same when the earlier fence is no time', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2', 'b1'])
    own(world, 'a1', 'R', 'soon')
    expect(await world.handle(records)).toEqual(NONE)
    expect([world.state('a2'), world.sent()]).toEqual(['PENDING/R', ['b1']])
  })

  it('is sent when the earlier one is dead, published, or with people', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2', 'a3', 'a4'])
    move(world, 'a1', { obStatus: 'DEAD', obShard: 'D#eu-west-1#00' })
    move(world, 'a2', { obStatus: 'DEAD', obShard: 'N#eu-west-1#00' })
    move(world, 'a3', { obStatus: 'PUBLISHED', obShard: undefined })
    await world.handle(records)
    expect(world.sent()).toEqual(['a4'])
  })

  it('is sent when it is the earlier one itself', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2'])
    own(world, 'a2', 'R', '2026-03-01T12:10:00.000Z#r')
    await world.handle(records)
    expect(world.sent()).toEqual(['a1'])
  })
})

describe('what cannot be looked up', () => {
  it('holds the whole batch, and nothing is sent', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    world.store.onLookUp = () => {
      throw Object.assign(new Error('no'), { name: 'ProvisionedThroughputExceededException' })
    }
    expect(await world.handle(records)).toEqual(from(records[0]))
    expect([world.sent(), world.store.applied]).toEqual([[], []])
    expect(world.sink.counts).toEqual({ Outages: 1 })
    expect(world.sink.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        errorCode: 'ProvisionedThroughputExceededException',
        records: 2,
      }),
    ])
  })

  it('holds its record; other aggregates go on', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1', 'c1'])
    world.store.onLookUp = () => [keyOf('b1')]
    expect(await world.handle(records)).toEqual(from(records[1]))
    expect(world.sent()).toEqual(['a1', 'c1'])
    expect(world.state('b1')).toBe('PENDING/P')
    expect(world.sink.counts).toEqual({ EventsPublished: 2, Outages: 1 })
  })

  it('holds the later events of its aggregate: they must not pass it', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2', 'a3', 'b1'])
    world.store.onLookUp = () => [keyOf('a2')]
    expect(await world.handle(records)).toEqual(from(records[1]))
    expect(world.sent()).toEqual(['a1', 'b1'])
    world.store.onLookUp = () => []
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'b1', 'a2', 'a3'])
  })
})

describe('the events of one transaction, which the stream may shuffle', () => {
  const seq = (version: number, index: number): string =>
    `${String(version).padStart(16, '0')}.${String(index).padStart(2, '0')}`

  it('are sent by their sequence', async () => {
    const world = relayWorld()
    const records = [
      ['a3', seq(10, 0)],
      ['b1', seq(7, 0)],
      ['a2', seq(9, 1)],
      ['a1', seq(9, 0)],
    ].flatMap(([id = '', obSeq]) => world.write([id], { obSeq }))
    await world.handle(records)
    expect(world.sent().filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(world.sent()).toContain('b1')
  })

  it('stay in stream order where one of the aggregate has no sequence', async () => {
    const world = relayWorld()
    const records = [
      ...world.write(['a3'], { obSeq: seq(3, 0) }),
      ...world.write(['a1']),
      ...world.write(['a2'], { obSeq: seq(2, 0) }),
      ...world.write(['b2'], { obSeq: seq(2, 0) }),
      ...world.write(['b1'], { obSeq: seq(1, 0) }),
    ]
    await world.handle(records)
    expect(world.sent()).toEqual(['a3', 'a1', 'a2', 'b1', 'b2'])
  })

  it('are handed over by their sequence as well', async () => {
    const world = relayWorld({ strictOrder: true })
    const records = [
      ...world.write(['a2'], { obSeq: seq(2, 0) }),
      ...world.write(['a1'], { obSeq: seq(1, 0) }),
    ]
    world.answer = each(() => REFUSED)
    await world.handle(records)
    expect(due(world, 'a2')).toBe(due(world, 'a1') + 1)
  })
})
