import { describe, expect, it } from 'vitest'
import { keyText } from '../../lib/store/row-key.js'
import { ArchiveRound } from '../../lib/sweeper/archive-round.js'
import { METRIC } from '../../lib/telemetry.js'
import { START } from '../delivery/fake-clock.js'
import { outboxItem } from '../delivery/make-row.js'
import { MemoryArchive } from './memory-archive.js'
import { HOUR, idsOf, MINUTE, SECOND, type SweeperWorld, sweeperWorld } from './sweeper-world.js'

const published = { obStatus: 'PUBLISHED', obPublishedAt: '2026-11-30T12:00:01.000Z' }
/** In which the rows of `write` occurred. */
const PLACE = String(outboxItem('a', 'a1')['obTime']).slice(0, 13)

function archiveWorld(): SweeperWorld & { readonly archive: MemoryArchive } {
  const archive = new MemoryArchive()
  return Object.assign(sweeperWorld({ archive }), { archive })
}

function isThere(world: SweeperWorld, id: string): boolean {
  return world.row(id)['pk'] !== undefined
}

describe('published rows whose retention is over', () => {
  it('go to the archive once the first of them waits for an hour, all that are due in one object, and leave the table', async () => {
    const world = archiveWorld()
    world.write('A', ['a1', 'b1'], -HOUR - MINUTE, published)
    world.write('A', ['a2'], -MINUTE, published)
    world.write('A', ['a3'], MINUTE, published)
    await world.sweep()
    expect(world.archive.objects.map((object) => object.split(' ').sort())).toEqual([
      [`${PLACE}:`, 'a1', 'a2', 'b1'],
    ])
    expect(['a1', 'b1', 'a2', 'a3'].map((id) => isThere(world, id))).toEqual([false, false, false, true])
    expect(world.sink.counts).toEqual({ [METRIC.archived]: 3 })
    const delays = world.sink.durations[METRIC.archiveDelay] ?? []
    expect(delays.map((delay) => Math.round((delay * SECOND) / MINUTE))).toEqual([61])
  })

  it('wait for one another before that: a sweep makes no object for a few', async () => {
    const world = archiveWorld()
    world.write('A', ['a1', 'b1'], -HOUR + 2 * MINUTE, published)
    await world.sweep()
    world.clock.advance(MINUTE)
    await world.sweep()
    expect(world.archive.objects).toEqual([])
    world.clock.advance(2 * MINUTE)
    await world.sweep()
    expect(world.archive.objects).toHaveLength(1)
  })

  it('do not wait when they are 10,000; what is left over does', async () => {
    const world = archiveWorld()
    // Over many aggregates, hence over all shards.
    for (let index = 0; index < 10_100; index += 1) {
      const partition = `OUTBOX#Thing#t${index}`
      const shard = `A#eu-west-1#${String(index % 32).padStart(2, '0')}`
      const due = `${new Date(START - MINUTE).toISOString()}#${index}`
      const row = { ...published, obShard: shard, obDue: due, obTime: new Date(START).toISOString() }
      const key = { partition, sort: `e${index}` }
      world.store.put(key, { pk: key.partition, sk: key.sort, ...row })
    }
    await world.sweep()
    expect(world.archive.objects).toHaveLength(1)
    expect(world.sink.counts[METRIC.archived]).toBeGreaterThanOrEqual(10_000)
    expect(world.sink.counts[METRIC.archived]).toBeLessThan(10_100)
    expect(world.store.items.size).toBe(10_100 - (world.sink.counts[METRIC.archived] ?? 0))
  })

  it('are kept by the hour in which they occurred', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -2 * HOUR, { ...published, obTime: '2026-11-20T05:59:59.999Z' })
    world.write('A', ['b1'], -2 * HOUR, { ...published, obTime: '2026-11-20T06:00:00.000Z' })
    world.write('A', ['c1'], -2 * HOUR, {
      ...published,
      obTime: 'edited',
      obPublishedAt: '2026-11-20T07:00:00.000Z',
    })
    await world.sweep()
    expect(world.archive.objects.sort()).toEqual([
      '2026-11-20T05: a1',
      '2026-11-20T06: b1',
      '2026-11-20T07: c1',
    ])
  })
})

describe('nothing is lost', () => {
  it('when the object cannot be written: the rows stay, and the next sweep writes it', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -2 * HOUR, published)
    world.archive.beforeWrite = () => {
      throw Object.assign(new Error('secret'), { name: 'SlowDown' })
    }
    await world.sweep()
    expect(isThere(world, 'a1')).toBe(true)
    expect(world.sink.counts).toEqual({ [METRIC.sweepIncomplete]: 1 })
    expect(world.sink.lines).toEqual([
      { level: 'error', message: 'A part of the sweep failed', phase: 'archive', errorCode: 'SlowDown' },
    ])
    world.archive.beforeWrite = () => undefined
    world.clock.advance(MINUTE)
    await world.sweep()
    expect([world.archive.copies.get('a1'), isThere(world, 'a1')]).toEqual([1, false])
  })

  it('when the answer of a write is lost, or the sweeper ends before it deletes: the rows are archived once more', async () => {
    const world = archiveWorld()
    world.write('A', ['a1', 'b1'], -2 * HOUR, published)
    world.archive.afterWrite = () => {
      world.archive.afterWrite = () => undefined
      throw Object.assign(new Error(), { name: 'TimeoutError' })
    }
    await world.sweep()
    expect(isThere(world, 'a1')).toBe(true)
    await world.another().sweep({ getRemainingTimeInMillis: () => 55 * SECOND })
    expect([...world.archive.copies.entries()].sort()).toEqual([
      ['a1', 2],
      ['b1', 2],
    ])
    expect(isThere(world, 'a1')).toBe(false)
  })

  it('when rows cannot be deleted: they are deleted later, and no further object is made of them meanwhile', async () => {
    const world = archiveWorld()
    world.write('A', ['a1', 'b1'], -2 * HOUR, published)
    world.store.fail(({ transition, key }) => transition === 'archive' && key.sort === 'a1')
    for (let minute = 0; minute < 3; minute += 1) await world.sweep()
    expect([isThere(world, 'a1'), isThere(world, 'b1')]).toEqual([true, false])
    world.store.fail(() => false)
    await world.sweep()
    expect(isThere(world, 'a1')).toBe(false)
    expect([...world.archive.copies.values()]).toEqual([1, 1])
  })

  it('when one row cannot be deleted: the others are archived all the same', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -2 * HOUR, published)
    world.store.fail(({ transition, key }) => transition === 'archive' && key.sort === 'a1')
    await world.sweep()
    world.write('A', ['b1'], -2 * HOUR, published)
    for (let minute = 0; minute < 3; minute += 1) await world.sweep()
    expect([isThere(world, 'a1'), isThere(world, 'b1')]).toEqual([true, false])
    expect([...world.archive.copies.entries()].sort()).toEqual([
      ['a1', 1],
      ['b1', 1],
    ])
  })

  it('when two sweeps are at it at once: each row is there, and gone after it', async () => {
    const world = archiveWorld()
    world.write('A', idsOf('a', 30), -2 * HOUR, published)
    const times = { getRemainingTimeInMillis: () => 55 * SECOND }
    await Promise.all([world.another().sweep(times), world.another().sweep(times)])
    expect(world.archive.copies.size).toBe(30)
    expect(Math.max(...world.archive.copies.values())).toBeLessThanOrEqual(2)
    expect(world.store.items.size).toBe(0)
  })

  it('of a row that changes while its object is written: it stays', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -2 * HOUR, published)
    const key = { partition: String(world.row('a1')['pk']), sort: 'a1' }
    world.archive.afterWrite = () => world.store.put(key, { ...world.row('a1'), obStatus: 'DEAD' })
    await world.sweep()
    expect(isThere(world, 'a1')).toBe(true)
  })

  it('of a row that is not published: it stays, is named, and makes no object of its own', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -3 * HOUR, { obStatus: 'PENDING' })
    world.write('A', ['b1'], -MINUTE, published)
    for (let minute = 0; minute < 3; minute += 1) await world.sweep()
    expect([world.state('a1'), isThere(world, 'b1')]).toEqual(['PENDING/A', true])
    expect(world.archive.objects).toEqual([])
    expect(world.sink.counts[METRIC.unreadable]).toBe(3)
    expect(world.sink.lines[0]).toMatchObject({ level: 'error', eventId: 'a1' })
    // Once it is known, it is no reason to read all the others each minute.
    world.store.lookedUp.length = 0
    await world.sweep()
    expect(world.store.lookedUp.flat().map(keyText)).toEqual([])
  })

  it('of a row that was edited, what there is goes to the archive', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -2 * HOUR, { ...published, obDetail: 5, obType: undefined })
    await world.sweep()
    expect(world.archive.objects).toEqual([`${PLACE}: a1`])
  })
})

describe('an archive that does not answer', () => {
  it('is asked less and less often, with less and less: answers that come too late would make an object each time', async () => {
    const world = archiveWorld()
    world.write('A', idsOf('a', 20), -2 * HOUR, published)
    world.archive.afterWrite = () => {
      throw Object.assign(new Error(), { name: 'TimeoutError' })
    }
    for (let minute = 0; minute < 60; minute += 1) {
      await world.sweep()
      world.clock.advance(MINUTE)
    }
    expect(world.archive.objects.length).toBeGreaterThan(3)
    expect(world.archive.objects.length).toBeLessThanOrEqual(9)
  })

  it('gets rounds of half the size after each failure', () => {
    const full = (failures: number): number => {
      const round = new ArchiveRound(failures)
      let rows = 0
      for (; !round.isFull; rows += 1)
        round.add({ partition: `OUTBOX#Thing#${rows}`, sort: 'e' }, { obTime: '2026-11-20T05:00:00.000Z' })
      return rows
    }
    expect([0, 1, 2, 6, 20].map(full)).toEqual([10_000, 5_000, 2_500, 157, 157])
  })
})

describe('many rows', () => {
  it('that somebody edited are counted, and ten of them named', async () => {
    const world = archiveWorld()
    world.write('A', idsOf('a', 200), -3 * HOUR, { obStatus: 'PENDING' })
    await world.sweep()
    expect(world.sink.counts[METRIC.unreadable]).toBe(200)
    expect(world.sink.lines.filter(({ level }) => level === 'error')).toHaveLength(10)
  })

  it('of all index partitions are deleted in turn', async () => {
    const world = archiveWorld()
    for (const name of ['07', '19'])
      for (let index = 0; index < 300; index += 1)
        world.store.put(
          { partition: `OUTBOX#Thing#${name}-${index}`, sort: 'e' },
          {
            pk: `OUTBOX#Thing#${name}-${index}`,
            sk: 'e',
            ...published,
            obTime: '2026-11-20T05:00:00.000Z',
            obShard: `A#eu-west-1#${name}`,
            obDue: `${new Date(START - 2 * HOUR + index).toISOString()}#${index}`,
          },
        )
    await world.sweep()
    const deleted = world.store.applied.map(({ key }) =>
      key.partition.slice('OUTBOX#Thing#'.length, -2).slice(0, 2),
    )
    const turns = deleted.filter((name, index) => name !== deleted[index - 1])
    expect(deleted).toHaveLength(600)
    expect(turns).toHaveLength(6)
  })
})

describe('time', () => {
  it('there is for the archive however much there is to deliver', async () => {
    const world = archiveWorld()
    world.write('R', idsOf('r', 200), -HOUR, {})
    world.write('A', ['a1'], -2 * HOUR, published)
    world.beforeSend = async () => world.clock.advance(9 * SECOND)
    await world.sweep()
    expect(world.archive.copies.get('a1')).toBe(1)
    expect(world.sent().length).toBeLessThan(200)
  })

  it('that is too short begins no object', async () => {
    const world = archiveWorld()
    world.write('A', ['a1'], -2 * HOUR, published)
    await world.sweep(17 * SECOND)
    expect([world.archive.objects, isThere(world, 'a1')]).toEqual([[], true])
    expect(world.sink.counts[METRIC.sweepIncomplete]).toBeGreaterThan(0)
  })
})
