import { describe, expect, it } from 'vitest'
import { PublishPace } from '../../lib/sweeper/publish-pace.js'
import { FakeClock, START } from '../delivery/fake-clock.js'
import { HOUR, idsOf, MINUTE, sweeperWorld } from './sweeper-world.js'

describe('the rate of publishing', () => {
  it('is kept by the clock, in bursts of a second’s worth', async () => {
    const world = sweeperWorld({ maxPublishRate: 5 })
    const ids = idsOf('a', 40)
    world.write('R', ids, -HOUR)
    const times: number[] = []
    world.beforeSend = async (events) => {
      times.push(...events.map(() => world.clock.now()))
    }
    await world.sweep()
    expect(world.sent()).toEqual(ids)
    for (const [index, time] of times.entries())
      expect(
        times.filter((other) => other > time - 1_000 && other <= time).length,
        `${index}`,
      ).toBeLessThanOrEqual(5)
    expect(world.clock.now() - START).toBeGreaterThan(7_000)
  })

  it('leaves to the next sweep what it has no time for', async () => {
    const world = sweeperWorld({ maxPublishRate: 1 })
    const ids = idsOf('a', 100)
    world.write('R', ids, -HOUR)
    await world.sweep()
    // 28 s are for claiming.
    expect(world.sent().length).toBeGreaterThan(25)
    expect(world.sent().length).toBeLessThanOrEqual(28)
    expect(world.sink.counts).toMatchObject({ SweepsIncomplete: 1 })
    const left = ids.slice(world.sent().length)
    expect(new Set(left.map((id) => world.row(id)['obClaims']))).toEqual(new Set([undefined]))
    world.clock.advance(MINUTE)
    await world.sweep()
    expect(world.sent()).toEqual(ids.slice(0, world.sent().length))
    expect(world.sent().length).toBeGreaterThan(50)
  })

  it('goes on after the clock was set back by an hour', async () => {
    const world = sweeperWorld({ maxPublishRate: 5 })
    world.write('R', idsOf('a', 10), -2 * HOUR)
    await world.sweep()
    world.clock.advance(-HOUR)
    world.write('R', ['b1'], -2 * HOUR)
    await world.sweep()
    expect(world.state('b1')).toBe('PUBLISHED/-')
  })

  it('reads nothing that it has no turn for', async () => {
    const world = sweeperWorld({ maxPublishRate: 5 })
    world.write(
      'R',
      [...'abcdefghijklmnop'].flatMap((name) => idsOf(name, 50)),
      -HOUR,
    )
    await world.sweep()
    const read = world.store.lookedUp.reduce((sum, keys) => sum + keys.length, 0)
    expect(read).toBeLessThan(2 * world.sent().length)
  })

  it('is as fast as it goes where none is given', async () => {
    const clock = new FakeClock()
    const pace = new PublishPace(clock, undefined)
    expect(await pace.turn(1_000_000, clock.now() + 1)).toBe(true)
    expect(await pace.turn(1, clock.now())).toBe(false)
    expect(clock.sleeps).toEqual([])
  })
})
