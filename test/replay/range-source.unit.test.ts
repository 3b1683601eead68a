import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/local/time/seeded-random.js'
import type { SourceItem } from '../../lib/replay/source-item.js'
import { HOUR, MINUTE, readAll, shown, WaitingWorld } from './waiting-world.js'

const iso = (time: number): string => new Date(time).toISOString()

describe('the rows that wait for the archive', () => {
  it('come in the order of their publication, whatever shard they are in', async () => {
    const world = new WaitingWorld()
    const ids = Array.from({ length: 250 }, (_, index) =>
      world.add({ aggregateId: `o-${(index * 7) % 40}`, dueIn: 48 * HOUR + index * MINUTE }),
    )
    expect(await readAll(world.source(false))).toEqual(ids)
    expect(Math.max(...world.batches)).toBe(100)
    // Nothing of the range was archived: the bucket is listed once, and nothing is read.
    expect(world.archive.reads).toEqual([])
    expect(world.archive.lists).toHaveLength(1)
  })

  it('that were delivered together come in the order of their ids, so an aggregate keeps its own', async () => {
    const world = new WaitingWorld()
    const random = seededRandom(1)
    const ids = Array.from({ length: 150 }, (_, index) =>
      world.add({
        aggregateId: `o-${index % 3}`,
        fence: String(random()),
        dueIn: 48 * HOUR + (index > 99 ? 1 : 0),
      }),
    )
    expect(await readAll(world.source(false))).toEqual(ids)
  })

  it('go on behind each position as if it had not stopped', async () => {
    const world = new WaitingWorld()
    for (let index = 0; index < 120; index += 1)
      world.add({
        aggregateId: `o-${index % 5}`,
        dueIn: 48 * HOUR + (index >> 2),
        fence: String(119 - index).padStart(3, '0'),
      })
    const items: SourceItem[] = []
    for await (const item of world.source(false).read()) items.push(item)
    const all = items.flatMap(shown)
    expect(all).toHaveLength(120)
    for (const [index, { position }] of items.entries())
      expect(await readAll(world.source(false), position)).toEqual(items.slice(index + 1).flatMap(shown))
  })

  it('are chosen by the time in their ids, with room for clocks; other ids are read', async () => {
    const world = new WaitingWorld()
    const now = world.clock.now()
    world.add({ occurred: -3 * HOUR - 11 * MINUTE })
    const early = world.add({ occurred: -3 * HOUR - 9 * MINUTE })
    const inside = world.add({ occurred: -2 * HOUR })
    const late = world.add({ occurred: -HOUR + 9 * MINUTE })
    world.add({ occurred: -HOUR + 10 * MINUTE })
    const odd = world.add({ eventId: '7b0d4c1e-3f6a-4e0b-9d53-2f1f6f1c9a11' })
    const short = world.add({ eventId: 'order-17' })
    const range = { since: iso(now - 3 * HOUR), until: iso(now - HOUR) }
    expect(await readAll(world.source(false, range))).toEqual([early, inside, late, odd, short])
    expect(world.batches).toEqual([5])
  })

  it('of an aggregate, or an event, are looked for by the key', async () => {
    const world = new WaitingWorld()
    world.add({ aggregateId: 'o-1' })
    const other = world.add({ aggregateId: 'o-2' })
    const third = world.add({ aggregateId: 'o-2' })
    const aggregate = { aggregateType: 'Order', aggregateId: 'o-2' }
    expect(await readAll(world.source(false, { aggregate }))).toEqual([other, third])
    expect(await readAll(world.source(false, { eventId: third }))).toEqual([third])
    expect(world.batches).toEqual([2, 1])
  })

  it('of another Region are left to it', async () => {
    const world = new WaitingWorld()
    world.add({ region: 'us-east-1' })
    const own = world.add()
    expect(await readAll(world.source(false))).toEqual([own])
  })

  it('that were edited are told, not sent', async () => {
    const world = new WaitingWorld()
    world.add({ change: { obStatus: 'PENDING' } })
    world.add({ change: { obDetail: 'secret' } })
    const sound = world.add()
    const items: SourceItem[] = []
    for await (const item of world.source(false).read()) if (item.kind !== 'passed') items.push(item)
    expect(items.map(({ kind }) => kind)).toEqual(['unpublished', 'malformed', 'event'])
    expect(JSON.stringify(items)).not.toContain('secret')
    expect(items.flatMap(shown)).toContain(sound)
  })

  it('are read again when DynamoDB leaves them out, for their size or because it is throttled', async () => {
    const world = new WaitingWorld()
    const ids = Array.from({ length: 10 }, () => world.add())
    world.throttled = 2
    world.answerKeys = 4
    expect(await readAll(world.source(false))).toEqual(ids)
    expect(world.batches).toEqual([10, 10, 10, 6, 2])
    expect(world.clock.sleeps).toHaveLength(2)
  })

  it('are passed over in steps that can be interrupted, where none is meant', async () => {
    const world = new WaitingWorld()
    for (let index = 0; index < 2_500; index += 1) world.add({ occurred: -48 * HOUR, dueIn: index })
    const since = iso(world.clock.now() - 2 * HOUR)
    const kinds: string[] = []
    for await (const item of world.source(false, { since }).read()) kinds.push(item.kind)
    expect(kinds).toEqual(['passed', 'passed', 'passed'])
    expect(world.batches).toEqual([])
  })
})

describe('what is archived while a replay runs', () => {
  it.each([false, true])(
    'between the page of the index and the read is not lost (both: %s)',
    async (both) => {
      const world = new WaitingWorld()
      const gone = world.add({ dueIn: -MINUTE })
      const left = world.add()
      world.beforeRead = () => world.archiveRows([gone], { keepIndex: true })
      expect((await readAll(world.source(both))).sort()).toEqual([gone, left].sort())
    },
  )

  it.each([false, true])('before its page is read is not lost (both: %s)', async (both) => {
    const world = new WaitingWorld()
    const gone = world.add({ dueIn: -MINUTE })
    const left = world.add()
    const source = world.source(both)
    world.clock.advance(MINUTE)
    world.archiveRows([gone])
    expect((await readAll(source)).sort()).toEqual([gone, left].sort())
  })

  it('is not told from what was there before by a clock that is wrong: then it stops, instead of finding nothing', async () => {
    const world = new WaitingWorld()
    const old = world.add({ dueIn: -MINUTE })
    world.archiveRows([old])
    world.clock.advance(-26 * HOUR)
    await expect(readAll(world.source(true))).rejects.toThrow(
      /^Expected the clock of this machine to be right within 15 min, but it says .*: set the clock, or take --from archive$/,
    )
  })

  it('after it was read does not come twice, nor does what is archived twice', async () => {
    const world = new WaitingWorld()
    const old = world.add({ dueIn: -2 * HOUR })
    const soon = world.add({ dueIn: -MINUTE })
    const left = world.add()
    world.clock.advance(-HOUR)
    world.archiveRows([old], { keepRows: true })
    world.clock.advance(HOUR)
    const items: string[] = []
    for await (const item of world.source(true).read()) {
      items.push(...shown(item))
      if (item.kind === 'event' && item.event.eventId === left) world.archiveRows([soon])
    }
    // The first one's row was not deleted when it was archived, which only a table that refuses deletes brings about.
    expect(items).toEqual([old, old, soon, left])
  })

  it('is looked for in the archive once more when a row was deleted later than it was archived', async () => {
    const world = new WaitingWorld()
    const gone = world.add({ dueIn: -2 * HOUR })
    world.clock.advance(-HOUR)
    world.archiveRows([gone], { keepRows: true })
    world.clock.advance(HOUR)
    world.beforeRead = () => world.rows.clear()
    expect(await readAll(world.source(false))).toEqual([gone])
  })

  it('comes once from the archive where that is meant, and its row is gone', async () => {
    const world = new WaitingWorld()
    const gone = world.add({ dueIn: -2 * HOUR })
    world.clock.advance(-HOUR)
    world.archiveRows([gone], { keepRows: true })
    world.clock.advance(HOUR)
    world.beforeRead = () => world.rows.clear()
    expect(await readAll(world.source(true))).toEqual([gone])
  })

  it('and what somebody deleted by hand is named', async () => {
    const world = new WaitingWorld()
    const gone = world.add()
    world.beforeRead = () => world.rows.clear()
    const items: SourceItem[] = []
    for await (const item of world.source(true).read()) if (item.kind !== 'passed') items.push(item)
    expect(items).toMatchObject([
      {
        kind: 'malformed',
        place: `the row of event ${gone}`,
        reason: 'it was deleted while the replay ran, and is not in the archive',
      },
    ])
  })

  it('days after a replay was interrupted comes once, but for what was about to be archived then', async () => {
    const world = new WaitingWorld()
    const ids = Array.from({ length: 10 }, (_, index) => world.add({ dueIn: (10 + index) * HOUR }))
    const items: SourceItem[] = []
    for await (const item of world.source(true).read()) {
      items.push(item)
      if (items.length === 6) break
    }
    for (let minutes = 0; minutes < 20 * 60; minutes += 10) {
      world.clock.advance(10 * MINUTE)
      world.archiveRows(world.due)
    }
    const sent = [...items.flatMap(shown), ...(await readAll(world.source(true), items.at(-1)?.position))]
    expect(sent.toSorted()).toEqual([...ids, ids[5]].toSorted())
  })

  it.each(Array.from({ length: 20 }, (_, seed) => [seed]))(
    'at any moment, is neither lost nor sent twice (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const world = new WaitingWorld()
      const both = random() < 0.5
      const ids = Array.from({ length: 300 }, () =>
        world.add({
          aggregateId: `o-${Math.floor(random() * 20)}`,
          dueIn: (random() * 6 - 0.5) * HOUR,
          occurred: -random() * 5 * HOUR,
        }),
      )
      const move = (): void => {
        world.clock.advance(random() * 4 * MINUTE)
        if (random() < 0.2) world.archiveRows(world.due)
      }
      world.beforeRead = move
      const seen: string[] = []
      for await (const item of world.source(both).read()) {
        seen.push(...shown(item))
        move()
      }
      expect(seen.toSorted()).toEqual(ids.toSorted())
    },
  )

  it.each(Array.from({ length: 20 }, (_, seed) => [seed]))(
    'is not lost over interruptions (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const world = new WaitingWorld()
      const both = random() < 0.5
      const ids = Array.from({ length: 200 }, () =>
        world.add({
          aggregateId: `o-${Math.floor(random() * 20)}`,
          dueIn: (random() * 20 - 0.5) * HOUR,
          occurred: -random() * 5 * HOUR,
        }),
      )
      const move = (): void => {
        world.clock.advance(random() * 2 * MINUTE)
        if (random() < 0.2) world.archiveRows(world.due)
      }
      world.beforeRead = move
      const seen: string[] = []
      let position: string | undefined
      for (let isDone = false; !isDone; ) {
        isDone = true
        for await (const item of world.source(both).read(position)) {
          seen.push(...shown(item))
          position = item.position
          move()
          if (random() < 0.02) {
            isDone = false
            break
          }
        }
        world.clock.advance(random() * 2 * HOUR)
        world.archiveRows(world.due)
      }
      expect([...new Set(seen)].toSorted()).toEqual(ids.toSorted())
    },
  )
})
