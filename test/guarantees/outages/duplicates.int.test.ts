import { Duration } from 'aws-cdk-lib'
import { AwsError, ConnectionReset } from 'serverless-outbox/local'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { DuplicateAccount } from './duplicate-account.js'
import { BUSY } from './event-writer.js'
import { expectSettled } from './expect-settled.js'
import { failStatements } from './fail-statements.js'
import { markedId } from './marked-id.js'
import { RelayMapping } from './relay-mapping.js'
import { sentEventIds } from './sent-event-ids.js'
import { startWatchedCloud, type WatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND

vi.setConfig({ testTimeout: 240_000 })

interface Accounted extends WatchedCloud {
  readonly account: DuplicateAccount
}

async function start(shards: number): Promise<Accounted> {
  const fixture = await startWatchedCloud({
    props: () => ({
      relay: { maxRecordAge: Duration.minutes(10) },
      sweeper: { interval: Duration.minutes(1) },
    }),
    local: { streams: { shards, shuffle: false, delayedTransactions: 0 } },
  })
  return { ...fixture, account: new DuplicateAccount(fixture) }
}

/** There are duplicates, and each has its excuse. Gives how many there are. */
async function expectExcused(fixture: Accounted): Promise<number> {
  const { writer, account } = fixture
  await expectSettled(fixture, { duplicates: Number.POSITIVE_INFINITY })
  expect(account.unexcused()).toEqual([])
  return writer.written.reduce((sum, { eventId }) => sum + account.accepted(eventId) - 1, 0)
}

it('an answer of PutEvents that is lost repeats the entries of that call, once for each loss', async () => {
  const fixture = await start(1)
  const { cloud, writer, account } = fixture
  let losses = 0
  const lost: string[] = []
  cloud.intercept(async (call, next) => {
    const eventIds = call.operation === 'PutEvents' ? sentEventIds(call) : []
    if (eventIds.length === 0 || losses === 3) return next()
    losses += 1
    lost.push(...eventIds)
    await next()
    throw new ConnectionReset()
  })
  await writer.keepWriting(BUSY, 3 * SECOND)
  await cloud.clock.advance('2m')
  expect(await expectExcused(fixture)).toBe(lost.length)
  for (const { eventId } of writer.written)
    expect(account.accepted(eventId)).toBe(1 + lost.filter((one) => one === eventId).length)
})

// The environment that knew is gone before it could make the mark.
it('a mark that fails for an invocation repeats its event once, when the environment is gone by then', async () => {
  const fixture = await start(1)
  const { cloud, writer, account, relay } = fixture
  const end = cloud.clock.now() + 70 * SECOND
  cloud.intercept((call, next) => {
    if (call.operation === 'BatchExecuteStatement' && cloud.clock.now() < end)
      throw new AwsError('ThrottlingException', 'Throughput exceeds the current capacity.')
    return next()
  })
  await writer.commit(...Array.from({ length: 20 }, () => writer.event()))
  await advanceTo(cloud, end - 10 * SECOND)
  for (const { eventId } of writer.written) expect(account.excuses(eventId).failedMarks).toBe(1)
  await account.kill(relay)
  await cloud.clock.advance('2m')
  expect(await expectExcused(fixture)).toBe(20)
})

it('a kill repeats what was in flight in that invocation, once', async () => {
  const fixture = await start(2)
  const { cloud, writer, account, relay } = fixture
  let kills = 0
  cloud.intercept(async (call, next) => {
    const isMark = call.operation === 'BatchExecuteStatement' && call.caller.kind === 'function'
    if (!isMark || kills === 2) return next()
    kills += 1
    await account.kill(relay)
    throw new ConnectionReset()
  })
  await writer.keepWriting(BUSY, 3 * SECOND)
  await cloud.clock.advance('2m')
  const duplicates = await expectExcused(fixture)
  expect(duplicates).toBeGreaterThan(0)
  expect(kills).toBe(2)
})

// The sweeper asks about the mapping that it knows, which is gone, and takes what is two minutes old. The new one's
// relay is at the same events as soon as it gets through to EventBridge.
it('a mapping made by hand, unknown to the sweeper: an event comes twice at most, if both had it at once', async () => {
  const fixture = await start(1)
  const { cloud, writer, account, relay, sweeper } = fixture
  const mapping = new RelayMapping(fixture)
  await mapping.delete()
  await cloud.clock.advance('3m')
  await mapping.create()
  for (let round = 0; round < 3; round += 1) {
    const isOver = cloud.faults.inject({ service: 'events', caller: relay, kind: 'unavailable' })
    await writer.commit(...Array.from({ length: 20 }, () => writer.event()))
    // The sweep that takes them is when the relay gets through.
    const stop = cloud.intercept(async (call, next) => {
      if (call.operation !== 'PutEvents' || call.caller.name !== cloud.logicalId(sweeper)) return next()
      if (sentEventIds(call).length > 0) isOver()
      return next()
    })
    await cloud.clock.advance('4m')
    stop()
    isOver()
  }
  await cloud.clock.advance('5m')
  await expectExcused(fixture)
  const twoWorkers = writer.written.filter(({ eventId }) => account.excuses(eventId).twoWorkers > 0)
  expect(twoWorkers.length).toBeGreaterThan(0)
  for (const { eventId } of writer.written) expect(account.accepted(eventId)).toBeLessThanOrEqual(2)
})

it.each([7, 20])(
  'seed %i: answers are lost, marks fail, workers are killed: each duplicate has its excuse',
  async (seed) => {
    const fixture = await start(2)
    const { cloud, writer, watch, account, relay, sweeper } = fixture
    let state = seed
    const random = (): number => {
      state = (state * 1664525 + 1013904223) % 2 ** 32
      return state / 2 ** 32
    }
    const begin = cloud.clock.now()
    const duringTrouble = (): boolean => cloud.clock.now() < begin + 4 * MINUTE
    // Something for the sweeper.
    cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      caller: relay,
      kind: 'partial',
      entries: ({ Detail: detail }) => String(detail).includes('unlucky'),
      to: new Date(begin + 5 * MINUTE),
    })
    cloud.intercept(async (call, next) => {
      if (call.caller.kind !== 'function' || !duringTrouble()) return next()
      const dice = random()
      if (dice < 0.02) {
        if (random() < 0.5) await next()
        await account.kill(random() < 0.7 ? relay : sweeper)
        throw new ConnectionReset()
      }
      if (call.operation === 'PutEvents' && dice < 0.15) {
        await next()
        throw new ConnectionReset()
      }
      // Each second minute half of the marks fail, always the same: their batch comes again, with the other half in it.
      if (
        call.operation === 'BatchExecuteStatement' &&
        Math.floor((cloud.clock.now() - begin) / MINUTE) % 2 === 1
      )
        return failStatements(call, next, (statement) => /[0-7]$/.test(markedId(statement) ?? ''))
      return next()
    })
    for (let minute = 0; minute < 4; minute += 1) {
      await writer.keepWriting(BUSY, SECOND)
      await writer.commit(writer.event('unlucky'), writer.event('unlucky'))
      await advanceTo(cloud, begin + (minute + 1) * MINUTE)
    }
    await cloud.clock.advance('35m')
    expect(await expectExcused(fixture)).toBeGreaterThan(0)
    expect(watch.sentBy(sweeper).size).toBeGreaterThan(0)
  },
)
