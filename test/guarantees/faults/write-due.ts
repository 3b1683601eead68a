import type { OutboxEvent } from 'serverless-outbox'
import type { OutboxCloud } from '../outbox-cloud.js'
import { thingHappened } from '../thing-happened.js'

/** Commits one event for each aggregate that the relay leaves to the sweeper: scheduled, and due a minute later. */
export async function writeDue(
  { cloud, outbox, ledger }: Pick<OutboxCloud, 'cloud' | 'outbox' | 'ledger'>,
  aggregateIds: readonly string[],
): Promise<readonly OutboxEvent[]> {
  const availableAt = new Date(cloud.clock.now() + 60_000)
  const events = aggregateIds.map((aggregateId) =>
    thingHappened.create({ aggregateId, data: { text: `ünïcode 🚚 ${aggregateId}` }, availableAt }),
  )
  await outbox.transact((tx) => tx.publish(...events))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await cloud.clock.advance('61s')
  return events
}
