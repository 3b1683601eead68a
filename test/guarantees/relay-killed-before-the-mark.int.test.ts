import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { published } from './published.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

it('delivers an event again, with the same id and bytes, when the relay dies after PutEvents', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger, relay } = fixture
  let kills = 0
  let killed = 0
  cloud.intercept(async (call, next) => {
    if (call.operation !== 'BatchExecuteStatement' || kills > 0) return next()
    kills += 1
    // The mark is in flight, but it never reaches the table: the process that sent it is gone.
    await cloud.kill(relay)
    killed += 1
    return new Promise(() => undefined)
  })

  const events = Array.from({ length: 5 }, (_, index) =>
    thingHappened.create({ aggregateId: `thing-${index}`, data: { text: 'ünïcode 🚚' } }),
  )
  await outbox.transact((tx) => tx.publish(...events))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  // All that the bus accepted, the repetitions included, is on its way to the queue.
  await ledger.arrived(published(cloud).length)

  const { lost, phantom, altered, duplicates } = ledger.balance()
  expect(killed).toBe(1)
  expect({ lost, phantom, altered }).toEqual({ lost: [], phantom: [], altered: [] })
  // Not one more than the records that were in that invocation.
  expect(duplicates).toBeGreaterThan(0)
  expect(duplicates).toBeLessThanOrEqual(events.length)
})

it('repeats nothing of a rewound batch that was marked', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger, relay } = fixture
  let marked: Promise<unknown> | undefined
  let kills = 0
  let killed = 0
  cloud.intercept(async (call, next) => {
    if (call.operation !== 'BatchExecuteStatement' || kills > 0) return next()
    if (marked === undefined) {
      marked = next()
      await marked
      // The first 25 rows are marked, the answer is lost with the process.
      return new Promise(() => undefined)
    }
    await marked
    if (kills > 0) return next()
    kills += 1
    await cloud.kill(relay)
    killed += 1
    return new Promise(() => undefined)
  })

  // One aggregate, so one shard: a batch of 60 rows needs three marking calls.
  const events = Array.from({ length: 60 }, (_, index) =>
    thingHappened.create({ aggregateId: 'one', aggregateVersion: 1, data: { text: String(index) } }),
  )
  await outbox.transact((tx) => tx.publish(...events))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  await ledger.arrived(published(cloud).length)

  const { lost, altered, duplicates } = ledger.balance()
  expect(killed).toBe(1)
  expect({ lost, altered }).toEqual({ lost: [], altered: [] })
  expect(duplicates).toBeLessThanOrEqual(60 - 25)
})
