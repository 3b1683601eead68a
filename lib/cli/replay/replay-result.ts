import type { ReplayRecord } from '../../replay/replay-record.js'

/** What a replay did, for programs. */
export interface ReplayResult {
  readonly id: string
  readonly outbox: string
  readonly state: string
  readonly from: string
  /** ARN of the bus, or the consumer. */
  readonly to: string
  /** Null for EventBridge's own replays: it does not say. Counts are those of all runs together. */
  readonly sent: number | null
  readonly failed: number
  /** Passed over, as told. */
  readonly denied: number
  readonly malformed: number
  readonly duplicates: number
  readonly unpublished: number
  /** When the last event occurred that is done with. */
  readonly reached: string | null
  /** The first 100. */
  readonly failedEvents: ReplayRecord['failedEvents']
  readonly reason: string | null
  readonly by: string
  readonly resumedBy: string | null
  readonly startedAt: string
  readonly updatedAt: string
}

export function replayResult(record: ReplayRecord): ReplayResult {
  const { plan, progress } = record
  return {
    id: record.id,
    outbox: record.outbox,
    state: record.state,
    from: plan.from,
    to: plan.consumer === undefined ? plan.eventBusArn : `${plan.consumer.stack}/${plan.consumer.name}`,
    sent: plan.from === 'event-bridge' ? null : progress.sent,
    failed: progress.failed,
    denied: progress.denied ?? 0,
    malformed: progress.malformed,
    duplicates: progress.duplicates,
    unpublished: progress.unpublished,
    reached: progress.reached ?? null,
    failedEvents: record.failedEvents,
    reason: record.reason ?? null,
    by: record.by,
    resumedBy: record.resumedBy ?? null,
    startedAt: record.startedAt,
    updatedAt: record.updatedAt,
  }
}
