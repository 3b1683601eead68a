import type { ChangeResult } from '../store/outbox-store.js'
import { METRIC, METRICS_BY_EVENT_TYPE } from '../telemetry.js'
import type { MetricName, TelemetrySink } from '../telemetry-sink.js'
import type { PendingRow } from './pending-row.js'
import type { Settlement } from './settlement.js'

export interface ReportOptions {
  readonly telemetry: TelemetrySink
  readonly now: number
  /** Counts the events that are to be tried again later. */
  readonly waiting: MetricName
}

/** Metrics of what was settled, and a line for each event that did not simply pass. */
export function reportOutcomes(
  settled: readonly Settlement[],
  resultOf: ReadonlyMap<PendingRow, ChangeResult>,
  { telemetry, now, waiting }: ReportOptions,
): void {
  for (const settlement of settled) {
    const { row, outcome } = settlement
    const result = resultOf.get(row)
    const metric = metricOf(settlement, result, waiting)
    if (metric !== undefined) telemetry.count(metric, 1)
    const ofType = telemetry.ofType?.(row.event?.type ?? '')
    if (metric !== undefined && isToldByType(metric)) ofType?.count(metric, 1)
    if (outcome.kind === 'denied') telemetry.count(METRIC.denied, 1)
    if (metric === METRIC.published) {
      const occurredAt = Date.parse(row.event?.time ?? '')
      for (const sink of Number.isNaN(occurredAt) ? [] : [telemetry, ofType])
        sink?.milliseconds(METRIC.publishLatency, Math.max(0, now - occurredAt))
    }
    reportEvent(settlement, result, telemetry)
  }
}

function isToldByType(metric: MetricName): boolean {
  return METRICS_BY_EVENT_TYPE.some((name) => name === metric)
}

/** A step that was not made counts as nothing, unless it was a mark that is owed. */
function metricOf(
  { outcome, change }: Settlement,
  result: ChangeResult | undefined,
  waiting: MetricName,
): MetricName | undefined {
  if (outcome.kind === 'published' && result?.kind === 'failed') return METRIC.markFailed
  if (outcome.kind === 'held' || result?.kind !== 'done') return undefined
  if (outcome.kind === 'published') return METRIC.published
  if (outcome.kind === 'rejected') return METRIC.rejected
  return change?.transition === 'die' ? METRIC.givenUp : waiting
}

function reportEvent(
  { row, outcome, change }: Settlement,
  result: ChangeResult | undefined,
  telemetry: TelemetrySink,
): void {
  const errorCode =
    'error' in outcome ? outcome.error.code : result?.kind === 'failed' ? result.errorCode : undefined
  if (errorCode === undefined || outcome.kind === 'held') return
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
  else if (change?.transition === 'die') telemetry.error('An event was given up', fields)
  else if (outcome.kind === 'denied')
    telemetry.error('An event waits until a permission or a setting is repaired', fields)
  else telemetry.warn('An event was not settled', fields)
}
