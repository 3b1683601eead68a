import { followsDirectly, type Position } from './event-order.js'

/** What the first event of an aggregate that a consumer sees must be for nothing to be missing before it. */
export type Start =
  /** The aggregate's first: the consumer was there from the beginning. */
  | { readonly kind: 'first'; readonly version: number }
  /** Any: the history begins where the consumer began to listen. */
  | { readonly kind: 'here' }

/**
 * What must come before this event, in words for people; empty when nothing must. Sound only for a consumer that gets
 * every event of the aggregate, and only if each change of the aggregate publishes at least one.
 */
export function missingBefore(highest: Position | undefined, position: Position, start: Start): string[] {
  const { version, index } = position
  if (highest === undefined && start.kind === 'here') return []
  const from = highest ?? { version: startVersion(start), index: -1, count: Number.POSITIVE_INFINITY }
  if (version < from.version) return []
  if (version === from.version + 1 && highest !== undefined && followsDirectly(highest, position)) return []
  if (version === from.version) return eventsOf(version, from.index + 1, index)
  const rest = Number.isFinite(from.count)
    ? eventsOf(from.version, from.index + 1, from.count)
    : [`version ${from.version}`]
  return [...rest, ...versions(from.version + 1, version), ...eventsOf(version, 0, index)]
}

function startVersion(start: Start): number {
  return start.kind === 'first' ? start.version : 0
}

/** The events of a version from one index up to, and without, another. */
function eventsOf(version: number, from: number, end: number): string[] {
  if (from >= end) return []
  return [
    from === end - 1
      ? `event ${from} of version ${version}`
      : `events ${from} to ${end - 1} of version ${version}`,
  ]
}

function versions(from: number, end: number): string[] {
  if (from >= end) return []
  return [from === end - 1 ? `version ${from}` : `versions ${from} to ${end - 1}`]
}
