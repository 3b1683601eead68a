import type { EventRecord } from './event-record.js'
import type { Worker } from './worker.js'

/**
 * An earlier event of the aggregate that this one passes although both are the relay's alone, and nothing happened that
 * may change their order.
 */
export function overtaken(
  event: EventRecord,
  siblings: readonly EventRecord[],
  worker: Worker,
  { strictOrder }: { readonly strictOrder: boolean },
): EventRecord | undefined {
  if (event.hasLeftRelay || worker.role !== 'relay') return undefined
  const sequenced = siblings.filter(({ born }) => born['obSeq'] !== undefined).length
  // A relay that has not the sequence of all it knows of an aggregate takes the stream's word for its order.
  const order = sequenced === siblings.length ? 'sequence' : sequenced === 0 ? 'stream' : 'none'
  return siblings.find(
    (earlier) =>
      earlier.acceptances === 0 &&
      earlier.swallowed === 0 &&
      !earlier.hasLeftRelay &&
      earlier.row !== undefined &&
      (strictOrder || !earlier.failedInPart) &&
      isEarlier(earlier, event, order),
  )
}

/** `order` is that of the events of one transaction, as far as they came together. */
function isEarlier(a: EventRecord, b: EventRecord, order: 'sequence' | 'stream' | 'none'): boolean {
  if (a.transaction !== b.transaction) return a.place < b.place
  if (a.isSplit || b.isSplit || order === 'none') return false
  return order === 'sequence' ? a.index < b.index : a.place < b.place
}
