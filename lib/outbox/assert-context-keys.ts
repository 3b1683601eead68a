import { OutboxError } from '../errors.js'
import type { OutboxEvent } from '../event/outbox-event.js'

/** @throws OutboxError INVALID_EVENT naming the key that the outbox does not allow */
export function assertContextKeys(
  event: OutboxEvent,
  allowed: readonly string[] | undefined,
  index: number,
): void {
  if (allowed === undefined) return
  for (const key of Object.keys(event.context ?? {}))
    if (!allowed.includes(key))
      throw new OutboxError(
        'INVALID_EVENT',
        `The event \`${event.eventType}\` holds \`context.${key}\`, which is not among the \`contextKeys\` of the outbox (${allowed.join(', ') || 'none'}): add it there, or leave it out`,
        { path: `events[${index}].context.${key}`, eventId: event.eventId, eventType: event.eventType },
      )
}
