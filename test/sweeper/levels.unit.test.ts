import { uuidv7obj, V7Generator } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { shardOf } from '../../lib/store/shard.js'
import { eventTime } from '../../lib/sweeper/event-time.js'
import { START } from '../delivery/fake-clock.js'
import { HOUR, idsOf, MINUTE, SECOND, sweeperWorld } from './sweeper-world.js'

/** The id of an event that was made so many milliseconds after the start. */
function idAt(offset: number): string {
  return new V7Generator().generateOrResetCore(START + offset, 10_000).toString()
}

function nameInShard(shard: string): string {
  for (let code = 0x100; ; code += 1) {
    const name = String.fromCodePoint(code)
    if (shardOf('thing', name) === shard) return name
  }
}

const dead = { obStatus: 'DEAD', obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe' }

describe('the levels', () => {
  it.each([
    ['all at once', Number.POSITIVE_INFINITY],
    ['shard by shard', 0],
  ])('count what waits, is scheduled, is dead, and what nobody was told of, %s', async (_, maxAtOnce) => {
    const world = sweeperWorld({}, { probe: () => ({ code: 'Down', message: 'Down' }) })
    world.index.maxAtOnce = maxAtOnce
    world.write('P', ['a1', 'b1'], -MINUTE)
    world.write('R', ['c1'], MINUTE)
    world.write('S', ['d1', 'd2', 'd3'], HOUR)
    world.write('N', ['e1'], 0, dead)
    world.write('D', ['f1', 'f2', 'f3', 'f4'], -HOUR, dead)
    world.write('A', ['g1'], HOUR, { obStatus: 'PUBLISHED' })
    world.write('R', ['h1'], 0, { obShard: 'R#us-east-1#01' })
    await world.sweep()
    expect(world.sink.levels).toEqual({
      EventsPending: 3,
      EventsScheduled: 3,
      DeadLetters: 5,
      NoticesWaiting: 1,
    })
  })

  it.each([
    ['a shard that is none', { obShard: 'R#eu-west-1#99' }],
    ['an owner that is none', { obShard: 'X#eu-west-1#01' }],
    ['an `obShard` that is none', { obShard: 'soon' }],
    ['an `obDue` that is none', { obDue: 'soon' }],
  ])('name a row that was edited into %s: it would wait for ever', async (_, edit) => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], MINUTE)
    Object.assign(world.row('a1'), edit)
    await world.sweep()
    expect(world.sink.counts).toEqual({ RecordsUnreadable: 1 })
    expect(world.sink.lines).toMatchObject([{ level: 'error', eventId: 'a1', aggregateType: 'thing' }])
  })

  it('name it in the course of some sweeps where there are too many to be seen at once, as with an archive', async () => {
    const world = sweeperWorld()
    const published = { obStatus: 'PUBLISHED' }
    world.write('A', idsOf('p', 2_500), HOUR, published)
    world.write('R', ['z1'], MINUTE)
    Object.assign(world.row('z1'), { obShard: 'X#eu-west-1#01', obDue: '9' })
    for (let sweep = 0; sweep < 6; sweep += 1) await world.sweep()
    // Two passes over three parts.
    expect(world.sink.counts).toMatchObject({ RecordsUnreadable: 2 })
    expect(world.sink.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { eventId: 'z1' },
      { eventId: 'z1' },
    ])
    expect(world.sink.levels).toMatchObject({ EventsPending: 0, DeadLetters: 0 })
  })

  it('are told as 0 where there is nothing', async () => {
    const world = sweeperWorld()
    await world.sweep()
    expect(world.sink.levels).toEqual({
      EventsPending: 0,
      EventsScheduled: 0,
      DeadLetters: 0,
      NoticesWaiting: 0,
    })
    expect(world.sink.durations['OldestPendingAge']).toEqual([0])
  })

  it('say when they are lower bounds', async () => {
    const world = sweeperWorld()
    world.index.maxAtOnce = 8
    world.index.countPage = 2
    world.write('D', ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'], -HOUR, dead)
    await world.sweep()
    expect(world.sink.levels).toMatchObject({ DeadLetters: 8 })
    expect(world.sink.lines).toMatchObject([{ level: 'info', phase: 'levels' }])
  })

  it('are not told as 0 where the time ended before anything was found', async () => {
    const world = sweeperWorld({ random: () => 0 })
    world.index.maxAtOnce = 0
    world.write('R', [`${nameInShard('31')}1`], HOUR)
    world.index.onPage = () => world.clock.advance(SECOND)
    await world.sweep()
    expect([world.sink.levels, world.sink.durations['OldestPendingAge']]).toEqual([{}, undefined])
  })

  it('are lower bounds, too, when the time for counting ends', async () => {
    const world = sweeperWorld()
    world.index.maxAtOnce = 0
    world.write('R', ['a1'], -HOUR)
    // Each page takes a second.
    world.index.onPage = () => world.clock.advance(SECOND)
    await world.sweep()
    expect(world.sink.lines[0]).toMatchObject({ level: 'info', phase: 'levels' })
    const counted = world.index.asked.filter(({ limit }) => limit === 1).length
    expect(counted).toBeLessThan(32)
  })
})

describe.each([
  ['all at once', Number.POSITIVE_INFINITY],
  ['shard by shard', 0],
])('the age of the oldest pending event, read %s', (_, maxAtOnce) => {
  const ageOf = async (write: (world: ReturnType<typeof sweeperWorld>) => void): Promise<number> => {
    const world = sweeperWorld({}, { probe: () => ({ code: 'Down', message: 'Down' }), lasts: 0 })
    world.index.maxAtOnce = maxAtOnce
    write(world)
    await world.sweep()
    return (world.sink.durations['OldestPendingAge']?.[0] ?? Number.NaN) * SECOND
  }

  it('is that of the first row of the relay by its birth', async () => {
    const age = await ageOf((world) => {
      world.write('P', ['a1'], -5 * MINUTE)
      world.write('P', ['b1'], -7 * MINUTE)
    })
    expect(age).toBe(7 * MINUTE)
  })

  it('is that of a row of the sweeper by the time in its id, whenever it falls due', async () => {
    const age = await ageOf((world) => {
      world.write('R', [idAt(-2 * HOUR), idAt(-3 * HOUR), idAt(-HOUR)], 10 * MINUTE)
      world.write('P', ['b1'], -5 * MINUTE)
    })
    expect(age).toBe(3 * HOUR)
  })

  it('does not count what is scheduled or dead', async () => {
    const age = await ageOf((world) => {
      world.write('S', [idAt(-2 * HOUR)], HOUR)
      world.write('D', [idAt(-4 * HOUR)], -HOUR, dead)
      world.write('R', [idAt(-SECOND)], MINUTE)
    })
    expect(age).toBe(SECOND)
  })

  it('is never negative, though the writer’s clock may be ahead', async () => {
    expect(await ageOf((world) => world.write('P', ['a1'], MINUTE))).toBe(0)
  })
})

describe('the time in an id', () => {
  it('is that of its making', () => {
    const before = Date.now()
    const made = eventTime(uuidv7obj().toString())
    expect(made).toBeGreaterThanOrEqual(before)
    expect(eventTime('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.parse('2022-02-22T19:22:22.000Z'))
  })

  it.each(['', 'a1', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f'])(
    'is unknown where it is no UUIDv7: %j',
    (id) => {
      expect(eventTime(id)).toBeUndefined()
    },
  )
})
