import { Duration } from 'aws-cdk-lib'
import { expect, it } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { untilSettled } from '../until-settled.js'
import { RELAY, SWEEPER } from './functions.js'
import { writeDue } from './write-due.js'

const streams = { shuffle: false, delayedTransactions: 0 }

it('the relay’s call is accepted and its answer lost, two times: the call is repeated, and nothing else', async () => {
  const fixture = await startOutboxCloud(undefined, {}, { streams })
  const { cloud, outbox, ledger } = fixture
  const fault = { service: 'events', operation: 'PutEvents', caller: RELAY } as const
  cloud.faults.inject({ ...fault, kind: 'lost-answer', times: 2 })
  // One aggregate: one batch, and two calls, of ten entries and of two.
  const events = Array.from({ length: 12 }, (_, index) =>
    thingHappened.create({
      aggregateId: 'a',
      aggregateVersion: index,
      data: { text: `ünïcode 🚚 ${index}` },
    }),
  )
  await outbox.transact((tx) => tx.publish(...events))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  await ledger.arrived(published(cloud).length)
  expect(cloud.faults.applied()).toHaveLength(2)
  const { lost, phantom, altered, duplicates } = ledger.balance()
  expect({ lost, phantom, altered }).toEqual({ lost: [], phantom: [], altered: [] })
  // The ten entries of the call, each time that its answer was lost.
  expect(duplicates).toBe(20)
  for (const row of await readRows(fixture)) expect(row).not.toHaveProperty('obAttempts')
})

it('the sweeper’s call is accepted and its answer lost: the call is repeated under the same claim', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
  const { cloud, ledger } = fixture
  await writeDue(fixture, ['a', 'a', 'a', 'b'])
  // The first call of a sweep is the heartbeat.
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    caller: SWEEPER,
    kind: 'lost-answer',
    nth: 2,
  })
  expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
  await ledger.arrived(published(cloud).length)
  const { lost, phantom, altered, duplicates } = ledger.balance()
  expect({ lost, phantom, altered }).toEqual({ lost: [], phantom: [], altered: [] })
  // The entries of the one call: those of one shard, `a` or `b`.
  expect(duplicates).toBeGreaterThan(0)
  expect(duplicates).toBeLessThanOrEqual(3)
  const rows = await readRows(fixture)
  expect(rows).toMatchObject(Array(4).fill({ obStatus: 'PUBLISHED', obClaims: 1 }))
  for (const row of rows) expect(row).not.toHaveProperty('obAttempts')
})
