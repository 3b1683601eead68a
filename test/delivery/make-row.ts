import type { PendingRow } from '../../lib/delivery/pending-row.js'
import { readRow } from '../../lib/delivery/read-row.js'
import type { OutgoingEvent } from '../../lib/destination/event-destination.js'
import { shardKey, shardOf } from '../../lib/store/shard.js'

export interface RowParts {
  readonly aggregateId?: string
  /** The event's id; unique in a test. */
  readonly id: string
  readonly item?: Readonly<Record<string, unknown>>
}

/** An outbox row as the relay reads it from the stream. */
export function makeRow({ aggregateId = 'a', id, item = {} }: RowParts): PendingRow {
  const key = { partition: `OUTBOX#thing#${aggregateId}`, sort: id }
  const row = readRow({ ...outboxItem(aggregateId, id), ...item }, key)
  if (row === undefined) throw new TypeError('The test made no outbox row')
  return row
}

export function outboxItem(aggregateId: string, id: string): Record<string, string> {
  return {
    obSource: 'shop',
    obType: 'ThingHappened',
    obDetail: JSON.stringify({ metadata: { eventId: id }, data: { of: aggregateId } }),
    obTime: '2026-03-01T11:59:59.000Z',
    obStatus: 'PENDING',
    obShard: shardKey('P', 'eu-west-1', shardOf('thing', aggregateId)),
    obDue: `2026-03-01T11:59:59.000Z#birth-${id}`,
  }
}

/** Rows of the given aggregates, named `<aggregate><number>`: `rows('aab')` gives a1, a2, b1. */
export function makeRows(aggregates: Iterable<string>, item?: RowParts['item']): PendingRow[] {
  const counts = new Map<string, number>()
  return [...aggregates].map((aggregateId) => {
    const number = (counts.get(aggregateId) ?? 0) + 1
    counts.set(aggregateId, number)
    return makeRow({ aggregateId, id: `${aggregateId}${number}`, item })
  })
}

/** The id of an event as `makeRow` writes it into the detail. */
export function idOf(event: OutgoingEvent): string {
  return (JSON.parse(event.detail) as { metadata: { eventId: string } }).metadata.eventId
}
