import type { PendingRow } from './pending-row.js'

/** Rows of one aggregate, in order; taken from the front as they are sent. */
export type AggregateQueue = PendingRow[]

/**
 * Aggregates whose events are sent by the same sequence of calls, one call after the other. Lanes run
 * concurrently; an aggregate is in one lane only, which is what keeps its order.
 */
export type Lane = AggregateQueue[]

export interface CallLimits {
  /** Entries per call. */
  readonly maxEntries: number
  /** A call's bytes stay below this. */
  readonly maxBytes: number
  readonly bytesOf: (row: PendingRow) => number
  /** One entry per aggregate and call: a partial failure of the call can then reverse nothing. */
  readonly strictOrder: boolean
}

/**
 * Fills lanes: aggregates that fit into one call together share it, an aggregate that needs several calls has a
 * lane of its own, so that nobody waits behind it.
 */
export function packLanes(queues: readonly AggregateQueue[], limits: CallLimits): Lane[] {
  const lanes: Lane[] = []
  let open: { lane: Lane; entries: number; bytes: number }[] = []
  for (const queue of queues) {
    const rows = limits.strictOrder ? queue.slice(0, 1) : queue
    const entries = rows.length
    const bytes = rows.reduce((sum, row) => sum + limits.bytesOf(row), 0)
    const room = open.find(
      (candidate) =>
        candidate.entries + entries <= limits.maxEntries && candidate.bytes + bytes < limits.maxBytes,
    )
    if (room !== undefined) {
      room.lane.push(queue)
      room.entries += entries
      room.bytes += bytes
    } else {
      const lane: Lane = [queue]
      lanes.push(lane)
      open.push({ lane, entries, bytes })
    }
    open = open.filter((candidate) => candidate.entries < limits.maxEntries)
  }
  return lanes
}

/** Takes the rows of the lane's next call off its queues; at least one, even if it alone is over the limit. */
export function takeCall(lane: Lane, limits: CallLimits): PendingRow[] {
  const call: PendingRow[] = []
  let bytes = 0
  for (const queue of lane) {
    let taken = 0
    for (let row = queue[0]; row !== undefined; row = queue[0]) {
      const rowBytes = limits.bytesOf(row)
      const fits = call.length < limits.maxEntries && bytes + rowBytes < limits.maxBytes
      if (call.length > 0 && !fits) break
      if (limits.strictOrder && taken > 0) break
      queue.shift()
      call.push(row)
      bytes += rowBytes
      taken += 1
    }
  }
  return call
}
