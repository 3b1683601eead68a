import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { REDRIVE, RELAY, SWEEPER } from './functions.js'
import { moveNotices } from './move-notices.js'
import { startWithDeadLetter } from './start-with-dead-letter.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

// Each call ends by a time-out of its own, so that the function has time for what it must still do: an invocation that
// Lambda ends takes with it what it knew.

it.each([
  ['events', 'PutEvents'],
  ['dynamodb', 'BatchGetItem'],
  ['dynamodb', 'BatchExecuteStatement'],
])(
  'the relay gets no answer from %s to %s for two minutes, and never runs into its own time-out',
  async (service, operation) => {
    const fixture = await startOutboxCloud(
      () => ({ sweeper: { interval: Duration.hours(1) } }),
      {},
      {
        streams: { shards: 1, shuffle: false, delayedTransactions: 0 },
      },
    )
    const { cloud, outbox, ledger } = fixture
    cloud.faults.inject({ service, operation, caller: RELAY, kind: 'time-out', to: '2m' })
    const events = Array.from({ length: 30 }, (_, index) =>
      thingHappened.create({ aggregateId: `${index % 3}`, data: { text: `${index}` } }),
    )
    await outbox.transact((tx) => tx.publish(...events))
    for (const { eventId } of events) ledger.acknowledge(eventId)
    await cloud.clock.advance('4m')
    await ledger.complete()
    await ledger.arrived(published(cloud).length)
    const rows = await readRows(fixture)
    expect(rows.map(({ obStatus }) => obStatus)).toEqual(rows.map(() => 'PUBLISHED'))
    for (const row of rows) expect(row).not.toHaveProperty('obAttempts')
    // No call took effect without an answer but the marks', whose environment remembers what was accepted.
    expect(ledger.balance()).toMatchObject({ arrived: 30, lost: [], phantom: [], duplicates: 0, altered: [] })
    expect(cloud.faults.applied().length).toBeGreaterThan(2)
    expect(cloud.invocations(RELAY).map(({ outcome }) => outcome)).not.toContain('error')
  },
)

it.each(['events', 'dynamodb', 'lambda'])(
  'the sweeper gets no answer from %s for three minutes, and never runs into its own time-out',
  async (service) => {
    const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.minutes(1) } }))
    const { cloud, ledger } = fixture
    const caller = SWEEPER
    const stop = cloud.faults.inject({ service, caller, kind: 'time-out', to: '4m' })
    await writeDue(fixture, ['a', 'a', 'b', 'c'])
    await cloud.clock.advance('3m')
    expect(cloud.faults.applied().length).toBeGreaterThan(2)
    stop()
    await cloud.clock.advance('3m')
    await ledger.complete()
    await ledger.arrived(published(cloud).length)
    const rows = await readRows(fixture)
    expect(rows.map(({ obStatus }) => obStatus)).toEqual(rows.map(() => 'PUBLISHED'))
    for (const row of rows) expect(row).not.toHaveProperty('obAttempts')
    expect(ledger.balance()).toMatchObject({ arrived: 4, lost: [], phantom: [], duplicates: 0, altered: [] })
    expect(cloud.invocations(SWEEPER).map(({ outcome }) => outcome)).not.toContain('error')
  },
)

it('the redrive gets no answer to its write for eight minutes, and never runs into its own time-out', async () => {
  const fixture = await startWithDeadLetter(() => ({ sweeper: { interval: Duration.minutes(5) } }))
  const { cloud, ledger, mend } = fixture
  await mend()
  const fault = { service: 'dynamodb', operation: 'UpdateItem', caller: REDRIVE } as const
  cloud.faults.inject({ ...fault, kind: 'time-out', to: '8m' })
  await moveNotices(fixture)
  await cloud.clock.advance('20m')
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(cloud.faults.applied().length).toBeGreaterThan(2)
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect(cloud.invocations(REDRIVE).map(({ outcome }) => outcome)).not.toContain('error')
})
