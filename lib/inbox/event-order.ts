/** Where an event stands in its aggregate's history. */
export interface Position {
  readonly version: number
  /** From 0, among the events of the same version. */
  readonly index: number
  /** How many events the version has. */
  readonly count: number
}

/**
 * How an event stands to the highest one of its aggregate that this consumer has handled: `first` (it is the first one
 * seen), `next` (nothing is missing in between), `gap` (something is, or was never for this consumer), `old` (lower: it
 * comes late). It is told, and never a reason to skip an event: only the `eventId` tells a duplicate.
 */
export type EventOrder = 'first' | 'next' | 'old' | 'gap'

/** The highest position is enough to tell: it is what the tracker remembers. */
export function eventOrder(highest: Position | undefined, { version, index }: Position): EventOrder {
  if (highest === undefined) return 'first'
  if (version === highest.version) {
    if (index <= highest.index) return 'old'
    return index === highest.index + 1 ? 'next' : 'gap'
  }
  if (version < highest.version) return 'old'
  const isVersionWhole = highest.index === highest.count - 1
  return version === highest.version + 1 && index === 0 && isVersionWhole ? 'next' : 'gap'
}
