import type { OutboxEvent } from './outbox-event.js'

// Not enumerable, so that a changed copy (`{ ...event, … }`), which nothing has validated, does not carry it.
// Registered, for a bundle can hold two copies of this package.
const MADE = Symbol.for('serverless-outbox.made-event')

/** Marks an event as one that its definition has validated. */
export function markMade<Event extends OutboxEvent>(event: Event): Event {
  return Object.freeze(Object.defineProperty(event, MADE, { value: true }))
}

export function isMadeEvent(value: unknown): value is OutboxEvent {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, MADE)
}
