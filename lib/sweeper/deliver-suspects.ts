import type { PendingRow } from '../delivery/pending-row.js'
import { METRIC } from '../telemetry.js'
import type { PublishPace } from './publish-pace.js'
import type { RowWork } from './row-work.js'
import type { WorkTimes } from './sweep-times.js'
import type { SweeperOptions } from './sweeper-options.js'

export interface DeliverSuspectsOptions extends SweeperOptions {
  readonly work: RowWork
  readonly pace: PublishPace
}

/**
 * Rows whose claims lapsed again and again: one of them may kill the process, the others were only there when it did.
 * Each goes alone, at the very end of the sweep, so that it can harm nobody; those with the fewest claims first, for
 * the one that kills has one more each time.
 *
 * @returns false when some are left
 */
export async function deliverSuspects(
  suspects: readonly PendingRow[],
  { clock, telemetry, work, pace }: DeliverSuspectsOptions,
  times: WorkTimes,
): Promise<boolean> {
  telemetry.count(METRIC.suspected, suspects.length)
  // One of them may end the process.
  telemetry.flush()
  for (const row of [...suspects].sort((a, b) => a.claims - b.claims)) {
    if (clock.now() >= times.claimUntil || !(await pace.turn(1, times.claimUntil))) return false
    const { eventId, aggregateType, aggregateId } = row.identity
    const fields = { eventId, aggregateType, aggregateId, eventType: row.event?.type }
    // Before: there may be no after.
    telemetry.warn('Claims of this row had no outcome; it is tried alone', fields)
    const { isOutage, isTableFailing } = await work.run([row], times)
    if (isOutage || isTableFailing) return false
  }
  return true
}
