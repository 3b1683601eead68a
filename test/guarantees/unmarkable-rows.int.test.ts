import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

// Rows that somebody edited into something whose step cannot be written. One aggregate each: they share a batch.
it.each([
  {
    title: 'a count of attempts that cannot grow',
    edit: { obAttempts: Number.MAX_SAFE_INTEGER, obDetail: 'no JSON' },
  },
  {
    title: 'a count of deaths that cannot grow',
    edit: { obDeaths: Number.MAX_SAFE_INTEGER, obDetail: 'no JSON' },
  },
  // Its own bytes leave no room for the marks.
  { title: 'a row that fills its item', edit: { note: '' }, big: true },
])('$title: the other aggregates’ rows are marked, and later events come', async ({ edit, big }) => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, documents } = fixture
  const good = Array.from({ length: 10 }, (_, index) =>
    thingHappened.create({ aggregateId: `good-${index}`, data: { text: 'x' } }),
  )
  const bad = thingHappened.create({ aggregateId: 'bad', data: { text: 'x' } })
  const items = await outbox
    .batch()
    .add(bad, ...good)
    .items()
  const [first] = items
  if (first !== undefined) Object.assign(first.Put.Item ?? {}, edit)
  if (big === true && first?.Put.Item !== undefined) {
    const { note, ...row } = first.Put.Item
    const used = Object.entries(row).reduce(
      (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(String(value)),
      Buffer.byteLength('note'),
    )
    first.Put.Item['note'] = 'x'.repeat(400 * 1024 - used - 5)
  }
  await documents.send(new TransactWriteCommand({ TransactItems: items }))
  const ids = new Set(good.map(({ eventId }) => eventId))
  const goodRows = async () => (await readRows(fixture)).filter(({ sk }) => ids.has(String(sk)))
  await untilSettled(
    cloud,
    async () => (await goodRows()).every(({ obStatus }) => obStatus === 'PUBLISHED'),
    15_000,
  )
  // Another aggregate, in the same shard of the stream as the bad one.
  const later = thingHappened.create({ aggregateId: 'good-1', data: { text: 'later' } })
  await outbox.transact((tx) => tx.publish(later))
  await cloud.waitForEvent(({ detailText }) => detailText.includes(later.eventId), { timeoutMs: 15_000 })
})
