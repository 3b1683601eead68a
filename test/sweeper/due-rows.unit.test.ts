import { describe, expect, it } from 'vitest'
import { shardKey, shardOf } from '../../lib/store/shard.js'
import { HOUR, idsOf, MINUTE, sweeperWorld } from './sweeper-world.js'

/** A row in each shard. */
const EVERYWHERE = onePerShard()

function onePerShard(): string[] {
  const ids = new Map<string, string>()
  for (let code = 0x100; code < 0x300; code += 1) {
    const name = String.fromCodePoint(code)
    ids.set(shardOf('thing', name), `${name}1`)
  }
  return [...ids.values()]
}

it('the rows of these tests lie in every shard', () => {
  expect(EVERYWHERE).toHaveLength(32)
})

describe('a sweep takes', () => {
  it('what is due of the rows that are its own, and nothing else', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -1)
    world.write('R', ['b1'], 0)
    world.write('R', ['c1'], MINUTE)
    world.write('S', ['d1'], -MINUTE)
    world.write('S', ['e1'], HOUR)
    await world.sweep()
    expect(world.sent().sort()).toEqual(['a1', 'b1', 'd1'])
    expect(world.states('a1', 'b1', 'c1', 'd1', 'e1')).toEqual([
      'PUBLISHED/-',
      'PUBLISHED/-',
      'PENDING/R',
      'PUBLISHED/-',
      'PENDING/S',
    ])
    expect(world.sink.counts).toEqual({ EventsPublished: 3 })
  })

  it('what the relay should long have delivered', async () => {
    const world = sweeperWorld()
    world.write('P', ['a1'], -75 * MINUTE)
    world.write('P', ['b1'], -75 * MINUTE + 100)
    await world.sweep()
    // The probe has taken 10 ms.
    expect(world.sent()).toEqual(['a1'])
    expect(world.states('a1', 'b1')).toEqual(['PUBLISHED/-', 'PENDING/P'])
  })

  it('no row of people, of the archive, or of another Region', async () => {
    const world = sweeperWorld()
    world.write('D', ['a1'], -HOUR, { obStatus: 'DEAD', obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe' })
    world.write('R', ['b1'], -HOUR, { obShard: 'R#us-east-1#01' })
    await world.sweep()
    expect(world.sent()).toEqual([])
    expect(world.states('a1', 'b1')).toEqual(['DEAD/D', 'PENDING/R'])
  })

  it('rows of all shards', async () => {
    const world = sweeperWorld()
    world.write('R', EVERYWHERE, -MINUTE)
    await world.sweep()
    expect(world.sent().sort()).toEqual([...EVERYWHERE].sort())
  })

  it('nothing where there is nothing, at the cost of one look at the index', async () => {
    const world = sweeperWorld()
    let looks = 0
    world.index.onAll = () => {
      looks += 1
    }
    await world.sweep()
    expect([looks, world.index.asked]).toEqual([1, []])
  })

  it('what lies in few shards by looking there only', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.write('D', ['b1'], -HOUR, { obStatus: 'DEAD', obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe' })
    await world.sweep()
    expect(world.index.asked.map(({ shard }) => shard)).toEqual([
      shardKey('R', 'eu-west-1', shardOf('thing', 'a')),
    ])
  })

  it('nothing where there is nothing of much, at the cost of a few queries a shard', async () => {
    const world = sweeperWorld()
    world.index.maxAtOnce = -1
    await world.sweep()
    expect(world.index.asked.filter(({ before }) => before !== undefined)).toEqual([])
    // One each for the oldest of the relay's and of the sweeper's rows, and one for the archive.
    expect(world.index.asked).toHaveLength(2 * 32 + 1)
  })

  it('what is due though the levels could not be read', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.index.onAll = () => {
      throw new Error('no levels')
    }
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
  })
})

describe('the pages of a shard', () => {
  it('begin with ten rows and double up to a hundred; nothing is asked for twice', async () => {
    const world = sweeperWorld()
    const ids = idsOf('a', 400)
    world.write('R', ids, -HOUR)
    await world.sweep()
    expect(world.sent()).toEqual(ids)
    const shard = shardKey('R', 'eu-west-1', shardOf('thing', 'a'))
    const limits = world.index.asked
      .filter((request) => request.before !== undefined && request.shard === shard)
      .map(({ limit }) => limit)
    expect(limits).toEqual([10, 20, 40, 80, 100, 100, 100])
  })

  it('alternate between owners: who has many rows does not keep the others waiting', async () => {
    const world = sweeperWorld({ random: () => 0 })
    world.write('R', idsOf('a', 35), -HOUR)
    world.write('S', ['a9001'], -HOUR)
    world.write('P', ['a9002'], -2 * HOUR)
    await world.sweep()
    expect(world.sent().indexOf('a9001')).toBe(10)
    expect(world.sent().indexOf('a9002')).toBe(11)
    expect(world.sent()).toHaveLength(37)
  })

  it.each([
    [0, 'a0001'],
    [0.4, 'a9001'],
    [0.9, 'a9002'],
  ])('begin with any owner (%d), for a sweep may come no further than one page', async (chance, first) => {
    const world = sweeperWorld({ random: () => chance })
    world.write('R', idsOf('a', 35), -HOUR)
    world.write('S', ['a9001'], -HOUR)
    world.write('P', ['a9002'], -2 * HOUR)
    await world.sweep()
    expect(world.sent()[0]).toBe(first)
  })

  it('begin in any shard', async () => {
    const firsts: string[] = []
    let chance = 0
    const world = sweeperWorld({ random: () => chance })
    for (let minute = 0; minute < 32; minute += 1) {
      chance = minute / 32
      world.write('R', EVERYWHERE, -MINUTE)
      world.index.asked.length = 0
      await world.sweep()
      firsts.push(world.index.asked.find(({ before }) => before !== undefined)?.shard ?? '')
      world.clock.advance(MINUTE)
    }
    expect(new Set(firsts).size).toBe(32)
  })
})

describe('the events of an aggregate', () => {
  it('are sent by their sequence where all have one, else by the time in their ids', async () => {
    const world = sweeperWorld()
    for (const [id, obSeq] of [
      ['a1', '2'],
      ['a2', '1'],
      ['b2', undefined],
      ['b1', '1'],
    ] as const)
      world.write('R', [id], -MINUTE, { obSeq })
    await world.sweep()
    const of = (name: string): string[] => world.sent().filter((id) => id.startsWith(name))
    expect([of('a'), of('b')]).toEqual([
      ['a2', 'a1'],
      ['b1', 'b2'],
    ])
  })
})
