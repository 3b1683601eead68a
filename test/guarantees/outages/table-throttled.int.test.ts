import { Duration } from 'aws-cdk-lib'
import type { TransactionalOutboxProps } from 'serverless-outbox/cdk'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { arrivalDelay } from './arrival-delay.js'
import { BUSY } from './event-writer.js'
import { expectOrder } from './expect-order.js'
import { expectSettled } from './expect-settled.js'
import { markedId } from './marked-id.js'
import { startWatchedCloud, type WatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND

vi.setConfig({ testTimeout: 240_000 })

/** One execution environment of the relay for all, unless told otherwise: there is one for each shard at most. */
async function start(shards = 1, props: TransactionalOutboxProps = {}): Promise<WatchedCloud> {
  return startWatchedCloud({
    props: () => ({ sweeper: { interval: Duration.minutes(5) }, ...props }),
    local: { streams: { shards, shuffle: false, delayedTransactions: 0 } },
  })
}

/** Lets EventBridge fail on the next events for two minutes, so that the relay hands them over. */
async function writeForSweeper({ cloud, writer, relay }: WatchedCloud, events: number): Promise<string[]> {
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    caller: relay,
    kind: 'partial',
    entries: ({ Detail: detail }) => String(detail).includes('unlucky'),
    code: 'InternalFailure',
    to: '2m',
  })
  const unlucky = Array.from({ length: events }, (_, index) => writer.event('unlucky', `unlucky-${index}`))
  await writer.commit(writer.event(), ...unlucky)
  await cloud.quiet()
  return unlucky.map(({ eventId }) => eventId)
}

// A step that is refused is made again within the invocation, so no mark fails and there is no reason for a duplicate.
it('DynamoDB throttles every second call of relay and sweeper: everything is delivered', async () => {
  const fixture = await start(2)
  const { cloud, writer, watch, relay, sweeper } = fixture
  for (const caller of [relay, sweeper])
    cloud.faults.inject({ service: 'dynamodb', caller, kind: 'throttle', every: 2 })
  await writer.keepWriting(BUSY, 5 * SECOND)
  const handedOver = await writeForSweeper(fixture, 20)
  await cloud.clock.advance('20m')
  await expectSettled(fixture)
  expect([...watch.sentBy(sweeper)].sort()).toEqual(handedOver.sort())
  const struck = new Set(cloud.faults.applied().map(({ caller, operation }) => `${caller.name} ${operation}`))
  for (const name of [relay, sweeper].map((path) => cloud.logicalId(path)))
    for (const operation of ['BatchGetItem', 'BatchExecuteStatement'])
      expect(struck).toContain(`${name} ${operation}`)
  expect(await cloud.metrics({ name: 'MarksFailed' })).toEqual([])
})

// Nothing is sent before its row was looked up.
it("the relay's look-ups are throttled for minutes: it holds the shard, and delivers once and in order then", async () => {
  const fixture = await start()
  const { cloud, writer, watch, relay, sweeper } = fixture
  const end = cloud.clock.now() + 6 * MINUTE
  cloud.faults.inject({
    service: 'dynamodb',
    operation: 'BatchGetItem',
    caller: relay,
    kind: 'throttle',
    to: new Date(end),
  })
  await writer.keepWriting(BUSY, 3 * SECOND)
  await advanceTo(cloud, end - 10 * SECOND)
  await writer.keepWriting(BUSY, 3 * SECOND)
  expect(watch.accepted).toEqual([])
  await advanceTo(cloud, end + MINUTE)
  await expectSettled(fixture)
  expectOrder(fixture)
  expect(watch.sentBy(sweeper).size).toBe(0)
})

// Nothing is claimed before its row was looked up.
it("the sweeper's look-ups are throttled for minutes: a later sweep delivers", async () => {
  const fixture = await start()
  const { cloud, watch, sweeper } = fixture
  cloud.faults.inject({
    service: 'dynamodb',
    operation: 'BatchGetItem',
    caller: sweeper,
    kind: 'throttle',
    to: '12m',
  })
  const handedOver = await writeForSweeper(fixture, 20)
  await cloud.clock.advance('11m')
  expect(watch.accepted.filter((eventId) => handedOver.includes(eventId))).toEqual([])
  await cloud.clock.advance('15m')
  await expectSettled(fixture)
  expect([...watch.sentBy(sweeper)].sort()).toEqual(handedOver.sort())
})

// One for each failed mark may arrive again. With one shard there is one environment of the relay, which remembers what
// was accepted: it repeats the mark, not the event. With two, a batch may come to the other shard's environment, which does
// not know: then it is sent again, once.
it.each([
  { shards: 1, once: 0 },
  { shards: 2, once: 1 },
])("the relay's marks are throttled for minutes, with as many shards: $shards", async ({ shards, once }) => {
  const fixture = await start(shards)
  const { cloud, writer, watch, ledger, relay, sweeper } = fixture
  const end = cloud.clock.now() + 3 * MINUTE
  cloud.faults.inject({
    service: 'dynamodb',
    operation: 'BatchExecuteStatement',
    caller: relay,
    kind: 'throttle',
    to: new Date(end),
  })
  await writer.keepWriting(BUSY, 3 * SECOND)
  await advanceTo(cloud, end + 2 * MINUTE)
  await expectSettled(fixture, { duplicates: once * writer.written.length })
  // The first batch: what comes after it in its shard waits for its marks.
  const first = writer.written.slice(0, BUSY.events)
  for (const { eventId } of first) expect(arrivalDelay(fixture, eventId)).toBeLessThan(MINUTE)
  for (const { eventId } of writer.written)
    expect(ledger.arrivalsOf(eventId).length).toBeLessThanOrEqual(1 + once)
  const failed = await cloud.metrics({ name: 'MarksFailed' })
  expect(failed.length).toBeGreaterThan(0)
  expect(watch.sentBy(sweeper).size).toBe(0)
})

// The claims pass, the marks do not, so each claim lapses. The sweeper's environment, of which there is one, remembers
// what was accepted: it repeats the mark, not the event. A sweep whose marks fail comes to four shards, so there are many.
it("the sweeper's marks are throttled for minutes: the events arrive once, and are marked in the end", async () => {
  const fixture = await start(1, { sweeper: { interval: Duration.minutes(1) } })
  const { cloud, watch, ledger, sweeper } = fixture
  cloud.faults.inject({
    service: 'dynamodb',
    operation: 'BatchExecuteStatement',
    caller: sweeper,
    kind: 'partial',
    entries: (statement) => markedId(statement) !== undefined,
    code: 'ThrottlingError',
    to: '14m',
  })
  const handedOver = await writeForSweeper(fixture, 8)
  await cloud.clock.advance('12m')
  for (const eventId of handedOver) expect(ledger.arrivalsOf(eventId)).toHaveLength(1)
  await cloud.clock.advance('15m')
  await expectSettled(fixture)
  expect([...watch.sentBy(sweeper)].sort()).toEqual(handedOver.sort())
})

// A conflict is over within milliseconds. Made again within the invocation, the mark passes: no reason for a duplicate.
it('marks meet TransactionConflict: they are made again, the event is not sent again', async () => {
  const fixture = await start(2)
  const { cloud, writer } = fixture
  const conflicts = new Map<string, number>()
  cloud.faults.inject({
    service: 'dynamodb',
    operation: 'BatchExecuteStatement',
    kind: 'partial',
    // Each mark three times in a row.
    entries: (statement) => {
      const mark = JSON.stringify(statement['Parameters'])
      const before = conflicts.get(mark) ?? 0
      conflicts.set(mark, before + 1)
      return markedId(statement) !== undefined && before < 3
    },
    code: 'TransactionConflict',
  })
  await writer.keepWriting(BUSY, 3 * SECOND)
  await writeForSweeper(fixture, 20)
  await cloud.clock.advance('20m')
  await expectSettled(fixture)
  expect(await cloud.metrics({ name: 'MarksFailed' })).toEqual([])
  const repeated = [...conflicts.values()].filter((times) => times >= 4)
  expect(repeated.length).toBeGreaterThanOrEqual(writer.written.length)
})
