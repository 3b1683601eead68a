import { describe, expect, it } from 'vitest'
import { sweepTimes } from '../../lib/sweeper/sweep-times.js'
import { START } from '../delivery/fake-clock.js'
import { HOUR, idsOf, MINUTE, SECOND, SWEEP_TIMEOUT, sweeperWorld } from './sweeper-world.js'

describe('a sweep that has too much to do', () => {
  it('stops claiming in time, marks what it sent, and leaves the rest unclaimed', async () => {
    const world = sweeperWorld({}, { lasts: SECOND })
    const ids = idsOf('a', 2_000)
    world.write('R', ids, -HOUR)
    const claimedAt: number[] = []
    world.store.fail(({ transition }) => {
      if (transition === 'claim') claimedAt.push(world.clock.now())
      return false
    })
    await world.sweep()
    expect(world.clock.now() - START).toBeLessThan(SWEEP_TIMEOUT - 5 * SECOND)
    expect(Math.max(...claimedAt) - START).toBeLessThanOrEqual(28 * SECOND)
    const sent = world.sent()
    expect(sent.length).toBeGreaterThan(100)
    expect(sent.length).toBeLessThan(ids.length)
    expect(new Set(sent.map(world.state))).toEqual(new Set(['PUBLISHED/-']))
    const left = ids.filter((id) => !sent.includes(id))
    expect(left.filter((id) => world.row(id)['obClaims'] !== undefined)).toEqual([])
    expect(world.sink.counts).toMatchObject({ SweepsIncomplete: 1 })
  })

  it('still sends the notices that are owed', async () => {
    const world = sweeperWorld({}, { lasts: 4 * SECOND })
    world.write('R', idsOf('a', 500), -HOUR)
    world.write('N', ['b1'], -HOUR, { obStatus: 'DEAD', obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe' })
    await world.sweep()
    expect(world.sent().length).toBeLessThan(500)
    expect(world.state('b1')).toBe('DEAD/D')
  })

  it('is gone on with by the next one', async () => {
    const world = sweeperWorld({}, { lasts: SECOND })
    const ids = idsOf('a', 600)
    world.write('R', ids, -HOUR)
    for (let minute = 0; minute < 10; minute += 1) {
      await world.sweep()
      world.clock.advance(MINUTE)
    }
    expect(world.sent().sort()).toEqual(ids)
  })

  it('with no time at all claims nothing', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -HOUR)
    await world.sweep(20 * SECOND)
    expect([world.sent(), world.row('a1')['obClaims']]).toEqual([[], undefined])
  })
})

describe('the slices', () => {
  it.each([40, 55, 59, 300].flatMap((seconds) => [false, true].map((archive) => ({ seconds, archive }))))(
    'of $seconds s (archive: $archive) follow each other, with room for a call between claiming and settling',
    ({ seconds, archive }) => {
      const remaining = seconds * SECOND
      const times = sweepTimes(0, remaining, archive)
      const inOrder = [
        times.levelsUntil,
        times.due.claimUntil,
        times.due.sendUntil,
        times.due.settleUntil,
        times.noticesUntil,
        times.archiveUntil,
        times.suspects.claimUntil,
        times.suspects.sendUntil,
        times.suspects.settleUntil,
        remaining - 4_999,
      ]
      expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
      for (const { claimUntil, sendUntil } of [times.due, times.suspects])
        expect(sendUntil - claimUntil).toBeGreaterThan(5_000)
    },
  )
})
