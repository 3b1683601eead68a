import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { thingHappened } from './thing-happened.js'

// AWS counts PutEvents by a formula of its own and refuses a call of 1 MB or more for all its entries.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size
interface Entry {
  readonly Source: string
  readonly DetailType: string
  readonly Detail: string
}

it('delivers events from the smallest to the largest in calls below the limit', async () => {
  const { cloud, outbox, ledger } = await startOutboxCloud()
  const texts = [
    'x',
    '',
    '€'.repeat(100_000),
    'x'.repeat(389_000),
    ...Array.from({ length: 10 }, () => 'y'.repeat(99_000)),
  ]
  const events = texts.map((text, index) =>
    thingHappened.create({ aggregateId: `thing-${index % 3}`, data: { text } }),
  )
  // Ten of 99 KB are one transaction; the rest go one by one.
  for (const event of events.slice(0, 4)) await outbox.transact((tx) => tx.publish(event))
  await outbox.transact((tx) => tx.publish(...events.slice(4)))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await ledger.complete()

  expect(ledger.balance()).toMatchObject({ lost: [], phantom: [], altered: [], duplicates: 0 })
  for (const event of events) {
    const [arrival] = ledger.arrivalsOf(event.eventId)
    expect(JSON.parse(arrival?.body ?? '{}').detail.data).toEqual(event.data)
  }
  const calls = cloud.calls().filter(({ operation }) => operation === 'PutEvents')
  expect(calls.filter(({ errorCode }) => errorCode !== undefined)).toEqual([])
  for (const { input } of calls) {
    const entries = input['Entries'] as Entry[]
    const bytes = entries.reduce(
      (sum, { Source, DetailType, Detail }) => sum + 14 + Buffer.byteLength(Source + DetailType + Detail),
      0,
    )
    expect(entries.length).toBeLessThanOrEqual(10)
    expect(bytes).toBeLessThan(1_000_000)
  }
})

it('refuses an event over the limit before anything is sent', async () => {
  const { cloud, outbox } = await startOutboxCloud()
  const event = thingHappened.create({ aggregateId: '1', data: { text: 'x'.repeat(390_000) } })
  await expect(
    outbox.transact((tx) => {
      tx.publish(event)
    }),
  ).rejects.toMatchObject({ code: 'EVENT_TOO_LARGE', details: { eventId: event.eventId, maximum: 390_000 } })
  expect(cloud.calls().filter(({ caller }) => caller.kind === 'user')).toEqual([])
})
