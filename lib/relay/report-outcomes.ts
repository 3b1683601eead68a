import type { PendingRow } from '../delivery/pending-row.js'
import type { Settlement } from '../delivery/settlement.js'
import type { ChangeResult } from '../store/outbox-store.js'
import { METRIC } from '../telemetry.js'
import type { TelemetrySink } from '../telemetry-sink.js'

/** Metrics of a batch, and a line for each event that did not simply pass. */
export function reportOutcomes(
  settled: readonly Settlement[],
  resultOf: ReadonlyMap<PendingRow, ChangeResult>,
  { telemetry, now }: { readonly telemetry: TelemetrySink; readonly now: number },
): void {
  let published = 0
  let markFailed = 0
  let rejected = 0
  let handedOver = 0
  for (const { row, outcome } of settled) {
    const result = resultOf.get(row)
    const done = result?.kind === 'done'
    if (outcome.kind === 'published') {
      if (done) {
        published += 1
        const occurredAt = Date.parse(row.event?.time ?? '')
        if (!Number.isNaN(occurredAt))
          telemetry.milliseconds(METRIC.publishLatency, Math.max(0, now - occurredAt))
      } else if (result?.kind === 'failed') markFailed += 1
    } else if (outcome.kind === 'rejected') {
      if (done) rejected += 1
    } else if (outcome.kind !== 'held' && done) handedOver += 1

    const errorCode =
      'error' in outcome ? outcome.error.code : result?.kind === 'failed' ? result.errorCode : undefined
    if (errorCode === undefined || outcome.kind === 'held') continue
    const { eventId, aggregateType, aggregateId } = row.identity
    const fields = {
      eventId,
      aggregateType,
      aggregateId,
      eventType: row.event?.type,
      outcome: outcome.kind,
      errorCode,
    }
    if (outcome.kind === 'rejected') telemetry.error('An event can never be delivered', fields)
    else telemetry.warn('An event was not settled', fields)
  }
  telemetry.count(METRIC.published, published)
  telemetry.count(METRIC.markFailed, markFailed)
  telemetry.count(METRIC.rejected, rejected)
  telemetry.count(METRIC.handedOver, handedOver)
}
