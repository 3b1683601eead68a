import { describe, expect, it } from 'vitest'
import { idsOf, MINUTE, sweeperWorld } from './sweeper-world.js'

const throttled = (): Error => Object.assign(new Error('slow down'), { name: 'ThrottlingException' })

describe('a table in trouble', () => {
  it('that leaves keys unprocessed is asked again for those, and nothing is left out', async () => {
    const world = sweeperWorld()
    const ids = idsOf('a', 10)
    world.write('R', ids, -MINUTE)
    world.store.onLookUp = (keys) => keys.slice(4)
    await world.sweep()
    expect(world.sent()).toEqual(ids)
    expect(world.store.lookedUp.map(({ length }) => length)).toEqual([10, 6, 2])
  })

  it('that answers for no key at all ends the work on that shard, not the sweep', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], -MINUTE)
    world.store.onLookUp = (keys) => keys.filter(({ sort }) => sort === 'a1')
    await world.sweep()
    expect(world.sent()).toEqual(['b1'])
    expect(world.sink.counts).toMatchObject({ SweepsIncomplete: 1 })
    world.store.onLookUp = () => []
    await world.sweep()
    expect(world.sent()).toEqual(['b1', 'a1'])
  })

  it('whose reads are throttled is read again after a while; the page is not lost', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    let reads = 0
    world.store.onLookUp = () => {
      reads += 1
      if (reads <= 2) throw throttled()
      return []
    }
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
    expect(world.clock.sleeps.slice(0, 2)).toEqual([75, 150])
    expect(world.sink.lines.map(({ errorCode }) => errorCode)).toEqual([
      'ThrottlingException',
      'ThrottlingException',
    ])
  })

  it('whose index is throttled is asked again; the other parts of the sweep go on', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.write('N', ['b1'], -5 * MINUTE, { obStatus: 'DEAD', obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe' })
    world.index.onPage = ({ shard, before }) => {
      if (before !== undefined && /^[RSP]/.test(shard)) throw throttled()
    }
    await world.sweep()
    expect(world.sent()).toEqual([])
    expect(world.state('b1')).toBe('DEAD/D')
    expect(world.sink.counts).toMatchObject({ SweepsIncomplete: 1 })
  })

  it('that takes no claim has nothing sent for it', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], -MINUTE)
    world.store.fail(({ transition, key }) => transition === 'claim' && key.sort === 'a1')
    await world.sweep()
    expect([world.sent(), world.state('a1')]).toEqual([['b1'], 'PENDING/R'])
    expect(world.row('a1')).not.toHaveProperty('obClaims')
    expect(world.sink.counts).toMatchObject({ EventsPublished: 1, SweepsIncomplete: 1 })
  })

  it('that takes a claim at the second try costs nothing but time', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    let claims = 0
    world.store.fail(({ transition }) => {
      if (transition === 'claim') claims += 1
      return transition === 'claim' && claims < 3
    })
    await world.sweep()
    expect([world.sent(), claims]).toEqual([['a1'], 3])
  })

  it('that does not take the mark of an accepted event is told again later; the event is not sent again', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], -MINUTE)
    world.store.fail(({ transition, key }) => transition === 'publish' && key.sort === 'a1')
    await world.sweep()
    expect(world.states('a1', 'b1')).toEqual(['PENDING/R', 'PUBLISHED/-'])
    expect(world.sink.counts).toMatchObject({ EventsPublished: 1, MarksFailed: 1 })

    world.store.fail(() => false)
    await world.sweep()
    expect(world.state('a1')).toBe('PENDING/R')
    world.clock.advance(3 * MINUTE)
    await world.sweep()
    expect(world.state('a1')).toBe('PUBLISHED/-')
    expect(world.sent()).toHaveLength(2)
  })

  it('in an environment that knows nothing of it an unmarked event is sent once more: one per failed mark', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.store.fail(({ transition }) => transition === 'publish')
    await world.sweep()
    world.store.fail(() => false)
    world.clock.advance(3 * MINUTE)
    await world.another().sweep({ getRemainingTimeInMillis: () => 55_000 })
    expect([world.sent(), world.state('a1')]).toEqual([['a1', 'a1'], 'PUBLISHED/-'])
  })

  it('whose levels cannot be read says none, and is delivered from all the same', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.index.onAll = () => {
      throw throttled()
    }
    world.index.onPage = ({ limit }) => {
      if (limit === 1) throw throttled()
    }
    await world.sweep()
    expect([world.sent(), world.sink.levels, world.sink.durations['OldestPendingAge']]).toEqual([
      ['a1'],
      {},
      undefined,
    ])
    expect(world.sink.lines).toMatchObject([
      { message: 'The index could not be looked at as a whole; it is asked shard by shard', phase: 'levels' },
      { message: 'A part of the sweep failed', phase: 'levels' },
    ])
  })

  it('whose index is refused as a whole is counted shard by shard', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], MINUTE)
    world.index.onAll = () => {
      throw throttled()
    }
    await world.sweep()
    expect(world.sink.levels).toMatchObject({ EventsPending: 1, DeadLetters: 0 })
    expect(world.sink.counts).toEqual({})
  })
})
