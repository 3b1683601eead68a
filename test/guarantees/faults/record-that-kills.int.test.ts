import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { entriesOf } from './entries-of.js'
import { RELAY, SWEEPER } from './functions.js'
import { killCaller } from './kill-caller.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

it('a record that kills every process that sends it delays its shard for a while, stays pending, and comes once the cause is gone', async () => {
  const fixture = await startOutboxCloud(
    // A minute for the relay, with the six retries that are the least for it; the sweeper's after sixteen minutes.
    () => ({
      relay: { batchSize: 2, maxRecordAge: Duration.minutes(1), retryAttempts: 6 },
      sweeper: { interval: Duration.hours(1) },
    }),
    {},
    { streams: { shards: 1, shuffle: false, delayedTransactions: 0 } },
  )
  const { cloud, outbox, ledger } = fixture
  let killer: string | undefined
  cloud.intercept(async (call, next) => {
    const isDeadly = entriesOf(call).some(({ Detail }) => killer !== undefined && Detail.includes(killer))
    return isDeadly ? killCaller(cloud, call) : next()
  })
  // Four aggregates in two batches: the second event of the first batch kills.
  const events = Array.from({ length: 4 }, (_, index) =>
    thingHappened.create({ aggregateId: `${index}`, data: { text: `ünïcode 🚚 ${index}` } }),
  )
  const { eventId } = events[1] ?? {}
  killer = eventId
  await outbox.transact((tx) => tx.publish(...events))
  for (const event of events) ledger.acknowledge(event.eventId)
  const row = async () => (await readRows(fixture)).find(({ sk }) => sk === eventId)

  // Bisected, and alone it uses its six retries up. Then the others go on.
  await cloud.clock.advance('2m')
  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [eventId] })
  const errors = cloud.invocations(RELAY).flatMap(({ errorType }) => errorType ?? [])
  expect(errors).toEqual(Array(1 + 1 + 6).fill('Runtime.ExitError'))
  const given = cloud
    .calls({ operation: 'SendMessage' })
    .map(({ input }) => JSON.parse(String(input['MessageBody'])) as GivenUp)
    .filter(({ DDBStreamBatchInfo: batch }) => batch !== undefined)
  expect(given).toMatchObject([
    { requestContext: { condition: 'RetryAttemptsExhausted' }, DDBStreamBatchInfo: { batchSize: 1 } },
  ])

  // The sweeper's from now on: it dies three times, and from the fourth time on nobody else is harmed.
  await cloud.clock.advance('15m')
  for (const claims of [1, 2, 3]) {
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ errorType: 'Runtime.ExitError' })
    expect(await row()).toMatchObject({ obStatus: 'PENDING', obClaims: claims })
    await cloud.clock.advance('2m 1s')
  }
  for (const claims of [4, 5]) {
    const [bystander] = await writeDue(fixture, [`bystander ${claims}`])
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ errorType: 'Runtime.ExitError' })
    expect(ledger.arrivalsOf(String(bystander?.eventId))).toHaveLength(1)
    expect(await row()).toMatchObject({ obStatus: 'PENDING', obClaims: claims })
    await cloud.clock.advance('2m')
  }
  const still = await row()
  for (const name of ['obAttempts', 'obDeaths', 'obError']) expect(still).not.toHaveProperty(name)
  // Told by the sweeps that died of it, or nobody would ever know; and so is how long it has been waiting.
  const suspected = await cloud.metrics({ name: 'EventsSuspected' })
  expect(suspected.map(({ value }) => value)).toEqual([1, 1])
  const ages = await cloud.metrics({ name: 'OldestPendingAge' })
  expect(ages.at(-1)?.value).toBeGreaterThan(20 * 60)

  killer = undefined
  expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(await row()).toMatchObject({ obStatus: 'PUBLISHED' })
  // No call that EventBridge accepted was under way when a process died, so nothing comes twice.
  expect(ledger.balance()).toMatchObject({ arrived: 6, lost: [], phantom: [], duplicates: 0, altered: [] })
})

/** What a stream mapping tells of records that it gave up. */
interface GivenUp {
  readonly requestContext: { readonly condition: string }
  readonly DDBStreamBatchInfo?: { readonly batchSize: number }
}
