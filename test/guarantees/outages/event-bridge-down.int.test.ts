import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { published } from './published.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'

// A sweep asks the table some 160 times, and an hour has many.
vi.setConfig({ testTimeout: 240_000 })

it.each([
  ['10m', '8m'],
  ['3h', '2h 50m'],
])('EventBridge is down for %s: nothing is lost, charged to an event, or dead', async (to, within) => {
  // Fewer invocations than by default make the hours shorter: sweeps, and batches that the relay tries again.
  const fixture = await startOutboxCloud(() => ({
    relay: { maxRecordAge: Duration.minutes(10) },
    sweeper: { interval: Duration.minutes(10) },
  }))
  const { cloud, outbox, ledger } = fixture
  cloud.faults.outage('events', { to })
  for (let index = 0; index < 20; index += 1) {
    const event = thingHappened.create({ aggregateId: `${index % 4}`, data: { text: `${index}` } })
    await outbox.transact((tx) => tx.publish(event))
    ledger.acknowledge(event.eventId)
  }
  await cloud.clock.advance(within)
  expect(published(cloud)).toEqual([])
  await cloud.clock.advance('45m')
  await ledger.complete()
  const rows = await readRows(fixture)
  expect(rows.map(({ obStatus }) => obStatus)).toEqual(rows.map(() => 'PUBLISHED'))
  for (const row of rows) expect(row).not.toHaveProperty('obAttempts')
  expect(ledger.balance()).toMatchObject({ arrived: 20, lost: [], phantom: [], duplicates: 0 })
})
