import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { published } from './published.js'
import { thingHappened } from './thing-happened.js'

it('sends the events of an aggregate in the order of its versions', async () => {
  // The order of the stream is what the relay keeps: here it is that of the commits, which AWS does not promise for
  // transactions.
  const streams = { shuffle: false, delayedTransactions: 0 }
  const { cloud, outbox, ledger } = await startOutboxCloud(undefined, {}, { streams })
  const aggregates = ['a', 'b', 'c']
  const expected = new Map<string, string[]>(aggregates.map((id) => [id, []]))
  for (let version = 0; version < 12; version += 1) {
    const events = aggregates.flatMap((aggregateId) =>
      [0, 1].map((index) =>
        thingHappened.create({
          aggregateId,
          aggregateVersion: version,
          data: { text: `${version}.${index}` },
        }),
      ),
    )
    await outbox.transact((tx) => tx.publish(...events))
    for (const { eventId, aggregateId } of events) {
      ledger.acknowledge(eventId)
      expected.get(aggregateId)?.push(eventId)
    }
  }
  await ledger.complete()

  // As the bus accepted them: what comes after, EventBridge does not order.
  const accepted = new Map<string, string[]>(aggregates.map((id) => [id, []]))
  for (const { detailText } of published(cloud)) {
    const { metadata } = JSON.parse(detailText) as { metadata: { aggregateId: string; eventId: string } }
    accepted.get(metadata.aggregateId)?.push(metadata.eventId)
  }
  expect(ledger.balance()).toMatchObject({ lost: [], duplicates: 0 })
  expect(accepted).toEqual(expected)
})
