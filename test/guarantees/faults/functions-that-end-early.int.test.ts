import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { untilSettled } from '../until-settled.js'
import { entriesOf } from './entries-of.js'
import { REDRIVE, RELAY, SWEEPER } from './functions.js'
import { moveNotices } from './move-notices.js'
import { startWithDeadLetter } from './start-with-dead-letter.js'
import { isClaim, isMark } from './statements.js'
import { timeOutAt } from './time-out-at.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

it('the relay runs into its time-out at each of its calls: its records come again', async () => {
  const fixture = await startOutboxCloud(
    () => ({ sweeper: { interval: Duration.hours(1) } }),
    {},
    { streams: { shuffle: false, delayedTransactions: 0 } },
  )
  const { cloud, outbox, ledger } = fixture
  const rounds = [
    { title: 'look-up', at: isCall('BatchGetItem'), when: 'after', repeats: 0 },
    { title: 'call', at: sends, when: 'before', repeats: 0 },
    // All entries of the call, which nobody knows to be accepted.
    { title: 'call', at: sends, when: 'after', repeats: 4 },
    { title: 'mark', at: isMark, when: 'before', repeats: 4 },
    { title: 'mark', at: isMark, when: 'after', repeats: 0 },
  ] as const
  for (const { title, at, when, repeats } of rounds) {
    const before = ledger.balance().duplicates
    const { struck } = timeOutAt(cloud, at, when)
    const events = Array.from({ length: 4 }, (_, index) =>
      thingHappened.create({ aggregateId: 'a', data: { text: `ünïcode 🚚 ${index}` } }),
    )
    await outbox.transact((tx) => tx.publish(...events))
    for (const { eventId } of events) ledger.acknowledge(eventId)
    await struck
    await untilSettled(cloud, async () =>
      (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
    )
    await ledger.arrived(published(cloud).length)
    expect([title, when, ledger.balance().duplicates - before]).toEqual([title, when, repeats])
  }
  await cloud.quiet()
  const errors = cloud.invocations(RELAY).flatMap(({ errorType }) => errorType ?? [])
  expect(errors).toEqual(rounds.map(() => 'Sandbox.Timedout'))
  expect(ledger.balance()).toMatchObject({ arrived: 20, lost: [], phantom: [], altered: [] })
  for (const row of await readRows(fixture)) expect(row).not.toHaveProperty('obAttempts')
})

it('the sweeper runs into its time-out at each of its calls: the claims lapse, the next sweeps deliver', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
  const { cloud, ledger } = fixture
  const rounds = [
    { title: 'claim', at: isClaim, when: 'after', repeats: 0 },
    { title: 'call', at: sends, when: 'before', repeats: 0 },
    { title: 'call', at: sends, when: 'after', repeats: 4 },
    { title: 'mark', at: isMark, when: 'before', repeats: 4 },
    { title: 'mark', at: isMark, when: 'after', repeats: 0 },
  ] as const
  for (const { title, at, when, repeats } of rounds) {
    const before = ledger.balance().duplicates
    await writeDue(fixture, ['a', 'a', 'a', 'a'])
    timeOutAt(cloud, at, when)
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ errorType: 'Sandbox.Timedout' })
    await cloud.clock.advance('2m')
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
    await ledger.complete()
    await ledger.arrived(published(cloud).length)
    expect([title, when, ledger.balance().duplicates - before]).toEqual([title, when, repeats])
  }
  expect(ledger.balance()).toMatchObject({ arrived: 20, lost: [], phantom: [], altered: [] })
  for (const row of await readRows(fixture)) {
    expect(row).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(row).not.toHaveProperty('obAttempts')
  }
})

// A redrive reads the row, then writes it. Its message comes again after the visibility time-out of six minutes.
it.each([
  ['is killed before its write reaches the table', 'kill', 'before'],
  ['is killed after its write took effect', 'kill', 'after'],
  ['runs into its time-out after its write took effect', 'time-out', 'after'],
] as const)('the redrive %s: its message comes again, for one redelivery', async (_, end, when) => {
  const fixture = await startWithDeadLetter(() => ({ sweeper: { interval: Duration.minutes(5) } }))
  const { cloud, ledger, mend } = fixture
  await mend()
  if (end === 'kill') cloud.faults.crash(REDRIVE, { call: 2, when })
  else timeOutAt(cloud, isCall('UpdateItem'), when)
  await moveNotices(fixture)
  await cloud.clock.advance('20m')
  const errors = cloud.invocations(REDRIVE).map(({ errorType }) => errorType)
  // The second message finds the row to redrive, or redriven and even delivered; and there is no third.
  expect(errors).toEqual([end === 'kill' ? 'Runtime.ExitError' : 'Sandbox.Timedout', undefined])
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  // The redrive sends nothing itself, so its end costs no duplicate.
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect(await readRows(fixture)).toMatchObject([{ obStatus: 'PUBLISHED', obDeaths: 1 }])
})

function isCall(operation: string): (call: { readonly operation: string }) => boolean {
  return (call) => call.operation === operation
}

function sends(call: Parameters<typeof entriesOf>[0]): boolean {
  return entriesOf(call).length > 0
}
