import { describe, expect, it } from 'vitest'
import { METRIC } from '../../lib/telemetry.js'
import { MINUTE, SECOND, sweeperWorld } from './sweeper-world.js'

/** A world with a row that only the short grace lets the sweeper take. */
function stoppedWorld() {
  const world = sweeperWorld()
  world.mapping = () => ({ isStopped: true, changedAt: 1 })
  world.write('P', ['a1'], -3 * MINUTE)
  return world
}

describe('while the mapping is absent or disabled', () => {
  it.each([
    ['disabled', { isStopped: true, changedAt: 1 }],
    ['absent', { isStopped: true }],
  ])(
    '%s: the grace falls once two sweeps more than the relay’s time-out apart have seen it',
    async (_, state) => {
      const world = stoppedWorld()
      world.mapping = () => state
      await world.sweep()
      expect(world.sent()).toEqual([])
      // A relay that was invoked just before the first sighting may run for a minute.
      world.clock.advance(59 * SECOND)
      await world.sweep()
      expect(world.sent()).toEqual([])
      world.clock.advance(2 * SECOND)
      await world.sweep()
      expect(world.sent()).toEqual(['a1'])
      expect(world.sink.counts[METRIC.rescued]).toBe(1)
    },
  )

  it('rows of the last two minutes are still left alone', async () => {
    const world = stoppedWorld()
    await world.sweep()
    world.clock.advance(2 * MINUTE)
    world.write('P', ['b1'], -MINUTE)
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
  })

  it('another environment has to see it twice by itself: that only delays', async () => {
    const world = stoppedWorld()
    await world.sweep()
    world.clock.advance(2 * MINUTE)
    await world.another().sweep({ getRemainingTimeInMillis: () => 55_000 })
    expect(world.sent()).toEqual([])
  })
})

describe('the time between two sightings counts only if the mapping was stopped all the while', () => {
  it('not when it was seen running in between', async () => {
    const world = stoppedWorld()
    await world.sweep()
    world.mapping = () => ({ isStopped: false })
    world.clock.advance(MINUTE)
    await world.sweep()
    world.mapping = () => ({ isStopped: true, changedAt: 1 })
    world.clock.advance(MINUTE)
    await world.sweep()
    expect(world.sent()).toEqual([])
  })

  it('not when it has changed in between: it was enabled, though nobody saw it', async () => {
    const world = stoppedWorld()
    await world.sweep()
    world.mapping = () => ({ isStopped: true, changedAt: 2 })
    world.clock.advance(2 * MINUTE)
    await world.sweep()
    expect(world.sent()).toEqual([])
    world.clock.advance(61 * SECOND)
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
  })

  it('not when it could not be looked at in between; that is said, and counts as running', async () => {
    const world = stoppedWorld()
    await world.sweep()
    world.mapping = () => {
      throw Object.assign(new Error('no'), { name: 'AccessDeniedException' })
    }
    world.clock.advance(2 * MINUTE)
    await world.sweep()
    world.mapping = () => ({ isStopped: true, changedAt: 1 })
    await world.sweep()
    expect(world.sent()).toEqual([])
    expect(world.sink.lines).toMatchObject([{ level: 'warn', errorCode: 'AccessDeniedException' }])
  })
})
