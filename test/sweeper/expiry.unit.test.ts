import { describe, expect, it } from 'vitest'
import { START } from '../delivery/fake-clock.js'
import { HOUR, idsOf, MINUTE, SECOND, type SweeperWorld, sweeperWorld } from './sweeper-world.js'

const published = { obStatus: 'PUBLISHED', obPublishedAt: 'then' }

/** Of an index too large to be seen at once, each sweep looks at one shard, by chance. */
async function sweepEveryShard(world: SweeperWorld): Promise<void> {
  for (let minute = 0; minute < 32; minute += 1) {
    await world.sweep()
    world.clock.advance(MINUTE)
  }
}

describe('a published row that waits for an archive which is switched off', () => {
  it('leaves the index and gets its TTL: when it was to be archived, or now', async () => {
    const world = sweeperWorld()
    world.write('A', ['a1'], HOUR, published)
    world.write('A', ['b1'], -HOUR, published)
    await sweepEveryShard(world)
    expect(world.states('a1', 'b1')).toEqual(['PUBLISHED/-', 'PUBLISHED/-'])
    expect(world.row('a1')['expiresAt']).toBe((START + HOUR) / SECOND)
    // In seconds since the epoch, at one of the sweeps.
    expect(world.row('b1')['expiresAt']).toBeGreaterThan(START / SECOND)
    expect(world.row('b1')['expiresAt']).toBeLessThan(START / SECOND + 33 * 60)
  })

  it('gets it however many there are, in the time there is', async () => {
    const world = sweeperWorld({ random: () => (((world.clock.now() - START) / MINUTE) % 32) / 32 })
    world.index.maxAtOnce = -1
    const ids = idsOf('a', 60)
    world.write('A', ids, -HOUR, published)
    await sweepEveryShard(world)
    expect(ids.filter((id) => world.row(id)['expiresAt'] === undefined)).toEqual([])
  })

  it('is not touched when it is no published one', async () => {
    const world = sweeperWorld()
    world.write('A', ['a1'], -HOUR, { obStatus: 'PENDING' })
    await sweepEveryShard(world)
    expect(world.row('a1')).not.toHaveProperty('expiresAt')
    expect(world.state('a1')).toBe('PENDING/A')
  })
})
