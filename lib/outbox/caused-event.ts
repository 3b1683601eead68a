import type { Cause } from '../event/ambient-cause.js'
import type { OutboxEvent } from '../event/outbox-event.js'

/**
 * The event with what the event whose handler is running passes on: the chain, the cause, the trace, and of its context
 * the keys that may be published. What the caller said of the event himself stands.
 */
export function causedEvent(
  event: OutboxEvent,
  cause: Cause | undefined,
  contextKeys: readonly string[],
): OutboxEvent {
  if (cause === undefined) return event
  const inherited = Object.fromEntries(
    contextKeys.flatMap((key) => {
      const value = Object.hasOwn(cause.context, key) ? cause.context[key] : undefined
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
  const context = { ...inherited, ...event.context }
  return {
    ...event,
    correlationId: event.correlationId ?? cause.correlationId,
    causationId: event.causationId ?? cause.eventId,
    traceparent: event.traceparent ?? cause.traceparent,
    context: Object.keys(context).length === 0 ? event.context : context,
  }
}
