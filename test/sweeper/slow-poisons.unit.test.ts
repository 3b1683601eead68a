import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../lib/local/time/seeded-random.js'
import { idOf } from '../delivery/make-row.js'
import { ACCEPTED, answered, UNAVAILABLE } from '../delivery/scripted-destination.js'
import { relayWorld } from '../relay/relay-world.js'
import { MINUTE, SECOND, sweeperWorld } from './sweeper-world.js'

// Events that let each call with them end with a time-out, after as long as a call may last, while the bus takes
// everything else. They fill a good part of a sweep or an invocation, and must not fill each of them for good.

/** Ten aggregates of one shard of the index: one page, one call. */
const TEN = ['Ā', 'ė', 'ĵ', 'Ŗ', 'Ɓ', 'Ɗ', 'Ƴ', 'ǎ', 'ǒ', 'ǔ']

const CALL = 5 * SECOND - 10

/** How many there are, and how long the probe and the levels take that come before the due rows. Seconds. */
const CASES = [
  [1, 0, 0],
  [1, 3, 4],
  [1, 4.9, 5],
  [2, 0, 0],
  [4, 0, 0],
] as const

describe.each([44, 55])('a sweep of %i s', (timeout) => {
  it.each(CASES)(
    'delivers the neighbours of %i of them (probe %f s, levels %f s)',
    async (count, probe, levels) => {
      // Who backs off together, and comes again together, is a matter of chance.
      const world = sweeperWorld({ random: seededRandom(1) })
      const all = TEN.map((name) => `${name}1`)
      const bad = all.slice(0, count)
      world.answer = (events) => {
        if (!events.some((event) => bad.includes(idOf(event)))) return answered(events.map(() => ACCEPTED))
        world.clock.advance(CALL)
        return UNAVAILABLE
      }
      let isFirstProbe = true
      world.probe = () => {
        if (isFirstProbe) world.clock.advance(probe * SECOND)
        isFirstProbe = false
        return undefined
      }
      world.index.onAll = () => world.clock.advance(levels * SECOND)
      world.write('R', all, -MINUTE)
      const sweeper = world.another()
      for (let sweep = 0; sweep < 120; sweep += 1) {
        const start = world.clock.now()
        isFirstProbe = true
        await sweeper.sweep({ getRemainingTimeInMillis: () => start + timeout * SECOND - world.clock.now() })
        world.clock.advance(Math.max(0, MINUTE - (world.clock.now() - start)))
      }
      expect(new Set(world.states(...all.slice(count)))).toEqual(new Set(['PUBLISHED/-']))
      // They back off, too: each is tried less and less often, and never dies of it.
      expect(new Set(world.states(...bad))).toEqual(new Set(['PENDING/R']))
      const tries = world.destination.calls.flat().filter((event) => bad.includes(idOf(event))).length
      expect(tries / count).toBeLessThan(60)
    },
  )
})

it.each([1, 2, 4, 6, 10])('a relay delivers the neighbours of %i of them within minutes', async (count) => {
  const world = relayWorld()
  const all = [...'abcdefghij'].map((name) => `${name}1`)
  const bad = all.slice(0, count)
  world.answer = (events) => {
    if (!events.some((event) => bad.includes(idOf(event)))) return answered(events.map(() => ACCEPTED))
    world.clock.advance(CALL)
    return UNAVAILABLE
  }
  let left = world.write(all)
  for (let round = 0; round < 5 && left.length > 0; round += 1) {
    const [failure] = (await world.handle(left)).batchItemFailures
    left =
      failure === undefined
        ? []
        : left.slice(left.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier))
  }
  expect(left).toEqual([])
  // What could not be told from them in time goes to the sweeper, which has more of it.
  for (const id of all.slice(count)) expect(['PUBLISHED/-', 'PENDING/R']).toContain(world.state(id))
  expect(new Set(bad.map(world.state))).toEqual(new Set(['PENDING/R']))
})

it('several events whose calls fail at once, with nobody else beside them, are not taken for an outage', async () => {
  const world = sweeperWorld()
  world.write('R', ['a1', 'b1', 'c1'], -MINUTE)
  world.answer = () => UNAVAILABLE
  await world.sweep()
  expect(world.sink.counts).toMatchObject({ EventsBackedOff: 3 })
  expect(world.sink.counts['Outages']).toBeUndefined()
  expect(world.states('a1', 'b1', 'c1')).toEqual(['PENDING/R', 'PENDING/R', 'PENDING/R'])
})

it('they are, once the probe fails, too', async () => {
  const world = sweeperWorld()
  world.write('R', [`${TEN[0]}1`, `${TEN[1]}1`], -MINUTE)
  world.answer = () => UNAVAILABLE
  // That of the sweep, and that at the end of the repetitions.
  let passing = 2
  world.probe = () => (passing-- > 0 ? undefined : { code: 'Down', message: 'Down' })
  await world.sweep()
  expect(world.sink.counts).toMatchObject({ Outages: 1 })
  expect(world.sink.counts['EventsBackedOff']).toBeUndefined()
})
