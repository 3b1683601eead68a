import type { Cause } from '../event/ambient-cause.js'
import { CONTEXT_MAX_CHARACTERS } from '../event/assert-context.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { wellFormedTraceparent } from '../event/well-formed-traceparent.js'

/**
 * The event with what the event whose handler is running passes on: the chain, the cause, the trace, and of its context
 * the keys that may be published. What the caller said of the event himself stands.
 */
export function causedEvent(
  event: OutboxEvent,
  cause: Cause | undefined,
  contextKeys: readonly string[],
  signs: boolean,
): OutboxEvent {
  if (cause === undefined) return event
  // What nobody vouched for must not be vouched for from here on.
  const passedOn = signs && !cause.isVerified ? [] : contextKeys
  const inherited = Object.fromEntries(
    passedOn.flatMap((key) => {
      const value = Object.hasOwn(cause.context, key) ? cause.context[key] : undefined
      return value === undefined || value.length > CONTEXT_MAX_CHARACTERS ? [] : [[key, value] as const]
    }),
  )
  const context = { ...inherited, ...event.context }
  return {
    ...event,
    correlationId: event.correlationId ?? cause.correlationId,
    causationId: event.causationId ?? cause.eventId,
    traceparent: event.traceparent ?? wellFormedTraceparent(cause.traceparent),
    context: Object.keys(context).length === 0 ? event.context : context,
  }
}
