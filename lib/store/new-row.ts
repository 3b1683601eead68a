import type { KeyNames } from '../environment.js'
import { detailText, type EventPosition } from '../event/detail.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { newFence } from './fence.js'
import { ATTRIBUTE } from './layout.js'
import { keyAttributes, rowKey } from './row-key.js'
import { shardKey, shardOf } from './shard.js'

/** What a row takes from the writer rather than from the event. */
export interface RowOrigin {
  readonly keys: KeyNames
  readonly source: string
  /** Region of the client's resolved endpoint: only that Region's relay and sweeper handle the row. */
  readonly region: string
  /** The time of writing, milliseconds since the epoch. */
  readonly now: number
  readonly correlationId: string
  /** Of the event's context, when the writer signs. */
  readonly contextSignature?: string
  /** X-Ray header of the writer, well-formed. */
  readonly traceHeader?: string
}

/** The item that commits with the aggregate: PENDING, owned by the relay, or by the sweeper if it is delayed. */
export function newRow(
  event: OutboxEvent,
  position: EventPosition,
  origin: RowOrigin,
): Record<string, string> {
  const shard = shardOf(event.aggregateType, event.aggregateId)
  const scheduled = event.availableAt !== undefined
  const row: Record<string, string> = {
    ...keyAttributes(rowKey(event, origin.keys), origin.keys),
    [ATTRIBUTE.source]: origin.source,
    [ATTRIBUTE.type]: event.eventType,
    [ATTRIBUTE.detail]: detailText(event, position, origin.correlationId, origin.contextSignature),
    [ATTRIBUTE.time]: event.occurredAt,
    [ATTRIBUTE.status]: 'PENDING',
    [ATTRIBUTE.shard]: shardKey(scheduled ? 'S' : 'P', origin.region, shard),
    [ATTRIBUTE.due]: newFence(event.availableAt?.getTime() ?? origin.now),
  }
  if (event.aggregateVersion !== undefined)
    row[ATTRIBUTE.sequence] = sequence(event.aggregateVersion, position.eventIndex)
  if (origin.traceHeader !== undefined) row[ATTRIBUTE.trace] = origin.traceHeader
  return row
}

/** Padded so that text order is number order: a version has at most 16 digits, a transaction 100 events. */
function sequence(aggregateVersion: number, eventIndex: number): string {
  return `${String(aggregateVersion).padStart(16, '0')}.${String(eventIndex).padStart(2, '0')}`
}
