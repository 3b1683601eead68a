import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { Redrive } from '../../lib/dead-letter/redrive.js'
import { idOf } from '../delivery/make-row.js'
import { ACCEPTED, each, MALFORMED, REFUSED } from '../delivery/scripted-destination.js'
import { HOUR, keyOf, MINUTE, type SweeperWorld, sweeperWorld } from '../sweeper/sweeper-world.js'
import { sqsEvent } from './redrive-messages.js'

const NONE = { batchItemFailures: [] }

function redriveOf({ store, sink, clock }: SweeperWorld) {
  const redrive = new Redrive({
    store,
    telemetry: sink,
    clock,
    random: () => 0.5,
    tableName: 'shop-table',
    keys: { partitionKey: 'pk', sortKey: 'sk' },
  })
  return (body: string) => redrive.handle(sqsEvent([body]), { getRemainingTimeInMillis: () => 60_000 })
}

const notices = ({ sqs }: SweeperWorld): string[] =>
  sqs.commandCalls(SendMessageCommand).map(({ args }) => String(args[0].input.MessageBody))

async function pass(world: SweeperWorld, sweeps: number, apart = MINUTE): Promise<void> {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    world.clock.advance(apart)
    await world.sweep()
  }
}

it('an event that is rejected again is dead again at once: one try, one more death, one more notice', async () => {
  const world = sweeperWorld({}, { answer: each(() => MALFORMED) })
  const redrive = redriveOf(world)
  world.write('R', ['a1'], 0)
  await pass(world, 1)
  for (const deaths of [1, 2, 3]) {
    expect(world.state('a1')).toBe('DEAD/D')
    expect(world.row('a1')).toMatchObject({ obDeaths: deaths, obAttempts: 1 })
    expect(notices(world)).toHaveLength(deaths)
    expect(JSON.parse(notices(world).at(-1) ?? '')).toMatchObject({ deaths, attempts: 1 })
    // Nothing moves until somebody wants it to.
    await pass(world, 3)
    expect(world.calls()).toHaveLength(deaths)
    expect(await redrive(notices(world).at(-1) ?? '')).toEqual(NONE)
    await pass(world, 1)
  }
})

it('the notices of its earlier deaths do nothing any more', async () => {
  const world = sweeperWorld({}, { answer: each(() => MALFORMED) })
  const redrive = redriveOf(world)
  world.write('R', ['a1'], 0)
  await pass(world, 1)
  await redrive(notices(world)[0] ?? '')
  await pass(world, 1)
  const before = { ...world.row('a1') }
  expect(await redrive(notices(world)[0] ?? '')).toEqual(NONE)
  expect(world.row('a1')).toEqual(before)
})

it('an event that fails while others pass backs off again, and is given up as late as the first time', async () => {
  const world = sweeperWorld(
    { backoff: { base: MINUTE, cap: 2 * HOUR } },
    { answer: each((event) => (idOf(event) === 'a1' ? REFUSED : ACCEPTED)) },
  )
  const redrive = redriveOf(world)
  world.write('R', ['a1'], 0)
  world.store.put(keyOf('a1'), {
    ...world.row('a1'),
    obStatus: 'DEAD',
    obShard: String(world.row('a1')['obShard']).replace('R', 'D'),
    obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe',
    obDeaths: 1,
    obAttempts: 20,
    obFailedAt: '2026-02-28T10:00:00.000Z',
    obError: 'InvalidArgument: No',
  })
  const row = { partitionKey: keyOf('a1').partition, sortKey: 'a1' }
  const message = JSON.stringify({ row, diedAt: '2026-03-01T11:00:00.000Z#0badcafe', requestedBy: 'alice' })
  expect(await redrive(message)).toEqual(NONE)
  await pass(world, 1)
  expect(world.state('a1')).toBe('PENDING/R')
  expect(world.row('a1')).toMatchObject({ obAttempts: 1, obDeaths: 1, obRedrivenBy: 'alice' })

  // No spin: of 46 sweeps, a few try it.
  await pass(world, 46, 30 * MINUTE)
  expect(world.state('a1')).toBe('PENDING/R')
  expect(Number(world.row('a1')['obAttempts'])).toBeLessThan(25)
  await pass(world, 8, 30 * MINUTE)
  expect(world.state('a1')).toBe('DEAD/D')
  expect(world.row('a1')).toMatchObject({ obDeaths: 2, obRedrivenBy: 'alice' })
  const tries = world.calls().length
  await pass(world, 8, 30 * MINUTE)
  expect(world.calls()).toHaveLength(tries)
  expect(notices(world)).toHaveLength(1)
}, 60_000)

it('once the cause is repaired, the redrive delivers', async () => {
  const world = sweeperWorld({}, { answer: each(() => MALFORMED) })
  const redrive = redriveOf(world)
  world.write('R', ['a1'], 0)
  await pass(world, 1)
  world.answer = each(() => ACCEPTED)
  await redrive(notices(world)[0] ?? '')
  await pass(world, 1)
  expect(world.sent()).toEqual(['a1'])
  expect(world.state('a1')).toBe('PUBLISHED/-')
  expect(world.row('a1')).toMatchObject({ obDeaths: 1, obRedrivenAt: expect.any(String) })
})
