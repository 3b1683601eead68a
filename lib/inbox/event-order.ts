/** Where an event stands in its aggregate's history. A transaction may hold events of one version, or of several. */
export interface Position {
  readonly version: number
  /** From 0, among the events that its transaction holds for the aggregate. */
  readonly index: number
  /** How many events its transaction holds for the aggregate. */
  readonly count: number
}

/**
 * How an event stands to the highest one of its aggregate that this consumer has handled: `first` (it is the first one
 * seen), `next` (nothing is missing in between), `gap` (something is, or was never for this consumer), `old` (lower: it
 * comes late). It is told, and never a reason to skip an event: only the `eventId` tells a duplicate.
 */
export type EventOrder = 'first' | 'next' | 'old' | 'gap'

/** The highest position is enough to tell: it is what the tracker remembers. */
export function eventOrder(highest: Position | undefined, position: Position): EventOrder {
  const { version, index } = position
  if (highest === undefined) return 'first'
  if (version === highest.version) {
    if (index <= highest.index) return 'old'
    return index === highest.index + 1 ? 'next' : 'gap'
  }
  if (version < highest.version) return 'old'
  return version === highest.version + 1 && followsDirectly(highest, position) ? 'next' : 'gap'
}

/** Whether an event of the next version is the next event: the first of its transaction, or the next one of the same. */
export function followsDirectly(highest: Position, { index, count }: Position): boolean {
  if (index === 0) return highest.index === highest.count - 1
  return count === highest.count && index === highest.index + 1
}
