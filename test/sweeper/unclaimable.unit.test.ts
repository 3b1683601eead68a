import { expect, it } from 'vitest'
import type { ChangeResult, RowChange } from '../../lib/store/outbox-store.js'
import { HOUR, idsOf, MINUTE, SECOND, type SweeperWorld, sweeperWorld } from './sweeper-world.js'

/** A row fills its item: DynamoDB refuses each step that makes it larger, now and for ever. */
function refuseClaims(world: SweeperWorld, isFull: (id: string) => boolean): void {
  const apply = world.store.apply.bind(world.store)
  world.store.apply = async (changes: readonly RowChange[]): Promise<ChangeResult[]> => {
    const results: ChangeResult[] = []
    for (const change of changes)
      if (change.transition === 'claim' && isFull(change.key.sort ?? ''))
        results.push({ kind: 'failed', errorCode: 'ValidationError', permanent: true })
      else results.push(...(await apply([change])))
    return results
  }
}

async function sweepFor(world: SweeperWorld, sweeps: number): Promise<void> {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    await world.sweep()
    world.clock.advance(30 * SECOND)
  }
}

it.each([
  [1, 3],
  [10, 30],
  [undefined, 70],
])(
  'at the rate %s, %i rows that take no claim stop no others, and are named',
  async (maxPublishRate, count) => {
    const world = sweeperWorld({ maxPublishRate })
    // One aggregate: one shard of the index, in which they come first.
    const full = idsOf('a', count)
    world.write('R', full, -HOUR)
    world.write('R', ['a999'], -MINUTE)
    refuseClaims(world, (id) => full.includes(id))
    await sweepFor(world, 30)
    expect(world.state('a999')).toBe('PUBLISHED/-')
    const named = world.sink.lines.filter(({ errorCode }) => errorCode === 'ValidationError')
    expect(new Set(named.map(({ eventId }) => eventId))).toEqual(new Set(full))
  },
)

it('a suspect that takes no claim stops no other suspect', async () => {
  const world = sweeperWorld()
  world.write('R', ['a1'], -HOUR, { obClaims: 3 })
  world.write('R', ['b1'], -HOUR, { obClaims: 4 })
  refuseClaims(world, (id) => id === 'a1')
  await sweepFor(world, 3)
  expect(world.state('b1')).toBe('PUBLISHED/-')
})
