import type { Position } from './event-order.js'
import type { Metadata } from './read-message.js'

/** Undefined for an event that claims no order: it has no `aggregateVersion`. */
export function positionOf({ aggregateVersion, eventIndex, eventCount }: Metadata): Position | undefined {
  if (aggregateVersion === undefined) return undefined
  return { version: aggregateVersion, index: eventIndex, count: eventCount }
}
