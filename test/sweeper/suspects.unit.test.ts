import { describe, expect, it } from 'vitest'
import { idOf } from '../delivery/make-row.js'
import { MINUTE, sweeperWorld } from './sweeper-world.js'

describe('a row whose claims lapsed three times', () => {
  it('goes last and alone, and is never dead for it', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'a2'], -MINUTE, { obClaims: 3 })
    world.write('R', ['a3', 'b1', 'b2'], -MINUTE)
    await world.sweep()
    expect(world.calls().slice(-2)).toEqual(['a1', 'a2'])
    expect(new Set(world.states('a1', 'a2', 'a3', 'b1', 'b2'))).toEqual(new Set(['PUBLISHED/-']))
    expect(world.sink.counts).toMatchObject({ EventsSuspected: 2, EventsPublished: 5 })
  })

  it('comes after the notices', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE, { obClaims: 3 })
    world.write('N', ['b1'], -5 * MINUTE, { obStatus: 'DEAD', obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe' })
    world.beforeSend = async () => {
      expect(world.state('b1')).toBe('DEAD/D')
    }
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
  })

  it('that kills the process harms nobody else for longer than its claims take to be counted', async () => {
    const world = sweeperWorld()
    const ids = ['a1', 'a2', 'a3', 'b1', 'c1']
    world.write('R', ids, -MINUTE)
    // A process that is killed writes nothing any more, and remembers nothing.
    world.beforeSend = async (events) => {
      if (!events.some((event) => idOf(event) === 'a2')) return
      world.store.fail(() => true)
      throw new Error('killed')
    }
    for (let sweep = 0; sweep < 8; sweep += 1) {
      await world.another().sweep({ getRemainingTimeInMillis: () => 55_000 })
      world.store.fail(() => false)
      world.clock.advance(3 * MINUTE)
    }
    expect(world.states(...ids)).toEqual([
      'PUBLISHED/-',
      'PENDING/R',
      'PUBLISHED/-',
      'PUBLISHED/-',
      'PUBLISHED/-',
    ])
    expect(Number(world.row('a2')['obClaims'])).toBeGreaterThan(3)
    expect(world.row('a2')).not.toHaveProperty('obAttempts')
  })

  it('with more claims comes behind those with fewer: the one that kills has one more each time', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE, { obClaims: 9 })
    world.write('R', ['a2'], -MINUTE, { obClaims: 3 })
    world.write('R', ['b1'], -MINUTE, { obClaims: 4 })
    await world.sweep()
    expect(world.calls()).toEqual(['a2', 'b1', 'a1'])
  })
})
