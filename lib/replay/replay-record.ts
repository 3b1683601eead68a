import type { FailedEvent } from './failed-event.js'
import type { ReplayFilters } from './replay-filters.js'
import type { ReplayProgress } from './replay-progress.js'

/** `both`: the archive, then the rows that wait for it. */
export type ReplayOrigin = 'rows' | 'archive' | 'both' | 'event-bridge'

/** What a replay is to send, and where to. */
export interface ReplayPlan {
  readonly from: ReplayOrigin
  readonly filters: ReplayFilters
  /** The S3 bucket, or the name of EventBridge's archive. */
  readonly archive?: string
  /** Present when rows are found by the index of those that wait for the archive; else by their aggregate. */
  readonly waiting?: {
    /** When it was planned: what is archived later is looked for once more. ISO 8601, UTC. */
    readonly asOf: string
    /** Whose rows they are. */
    readonly region: string
  }
  /** ARN of the bus. */
  readonly eventBusArn: string
  /** Into this one's queue instead of the bus. */
  readonly consumer?: {
    readonly name: string
    readonly stack: string
    /** As it was told. Absent: the only one that it can be. */
    readonly queueUrl?: string
  }
  /** Events per second; EventBridge's own replays have none. */
  readonly rate?: number
  readonly skipMalformed: boolean
  /** Pass over what the bus admits no more. @default false */
  readonly skipDenied?: boolean
  /** Pass over whatever fails while others pass, however many events that are. @default false */
  readonly skipFailing?: boolean
  /** What an aggregate's rows had when it was planned: fewer are there once they are archived. */
  readonly counted?: CountedRows
}

/** Events that were found, as far as the last of them. */
export interface CountedRows {
  readonly events: number
  /** Position of the last. */
  readonly last: string
}

/** `done`: it came to the end; `failed`: it stopped before, and can be resumed. */
export type ReplayState = 'running' | 'interrupted' | 'done' | 'failed'

/** What is written down of a replay, in the outbox's table. */
export interface ReplayRecord {
  /** UUIDv7. */
  readonly id: string
  readonly outbox: string
  /** ARN of who started it. */
  readonly by: string
  /** ARN of who resumed it, last. */
  readonly resumedBy?: string
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly updatedAt: string
  readonly state: ReplayState
  /** Changes with each run: only the run that holds the record may write to it. */
  readonly run: string
  readonly plan: ReplayPlan
  readonly progress: ReplayProgress
  /** EventBridge has begun its replay. */
  readonly isStarted?: true
  /** The first ones that failed for good, or were denied and passed over; `progress` counts all. */
  readonly failedEvents: readonly FailedEvent[]
  /** Why it stopped. */
  readonly reason?: string
}

/** How many failed events a record names. */
export const MAX_FAILED_NAMED = 100
