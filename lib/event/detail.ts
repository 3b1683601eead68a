import { escapeNoncharacters } from './escape-noncharacters.js'
import type { OutboxEvent } from './outbox-event.js'

/** Where an event stands among the events that its transaction holds for the same aggregate. */
export interface EventPosition {
  /** From 0. */
  readonly eventIndex: number
  readonly eventCount: number
}

/**
 * The exact text that EventBridge gets as `Detail`: `{ "metadata": …, "data": … }`. Made once, when the event is
 * written; every redelivery, redrive and replay sends these bytes.
 */
export function detailText(
  event: OutboxEvent,
  position: EventPosition,
  correlationId: string,
  contextSignature?: string,
): string {
  // JSON.stringify leaves out what is undefined, which is what the optional members want.
  const metadata = JSON.stringify({
    eventId: event.eventId,
    eventType: event.eventType,
    schemaVersion: event.schemaVersion,
    aggregateType: event.aggregateType,
    aggregateId: event.aggregateId,
    aggregateVersion: event.aggregateVersion,
    eventIndex: position.eventIndex,
    eventCount: position.eventCount,
    occurredAt: event.occurredAt,
    correlationId,
    causationId: event.causationId,
    traceparent: event.traceparent,
    context: event.context,
    contextSignature,
  })
  return `{"metadata":${escapeNoncharacters(metadata)},"data":${event.dataText}}`
}
