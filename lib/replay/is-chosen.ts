import { isPlainObject } from '../event/is-plain-object.js'
import type { ReplayFilters } from './replay-filters.js'
import type { ReplayedEvent } from './replayed-event.js'

/** Whether the event is meant. */
export function isChosen(event: ReplayedEvent, filters: ReplayFilters): boolean {
  const { since, until, eventTypes, aggregate, context, eventId } = filters
  const occurredAt = Date.parse(event.occurredAt)
  return (
    (since === undefined || occurredAt >= Date.parse(since)) &&
    (until === undefined || occurredAt < Date.parse(until)) &&
    (eventTypes === undefined || eventTypes.includes(event.eventType)) &&
    (aggregate === undefined ||
      (event.aggregateType === aggregate.aggregateType && event.aggregateId === aggregate.aggregateId)) &&
    (eventId === undefined || event.eventId === eventId) &&
    // Last, for it reads the detail.
    (context === undefined || hasContext(event.detail, context))
  )
}

function hasContext(detail: string, wanted: Readonly<Record<string, string>>): boolean {
  const context = member(member(JSON.parse(detail), 'metadata'), 'context')
  return Object.entries(wanted).every(([key, value]) => member(context, key) === value)
}

function member(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
