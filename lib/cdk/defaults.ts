import { Duration } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import {
  DEFAULT_BACKOFF_BASE_SECONDS,
  DEFAULT_BACKOFF_CAP_SECONDS,
  DEFAULT_INBOX_TTL_SECONDS,
} from '../environment.js'

/** Every default of the constructs, once. A test holds them against the `@default` of the docs. */

export const DEFAULT_RETENTION: Duration = Duration.days(7)
export const DEFAULT_STRICT_ORDER = false

export const DEFAULT_BATCH_SIZE = 100
export const DEFAULT_BATCHING_WINDOW: Duration = Duration.seconds(0)
export const DEFAULT_RECORD_AGE: Duration = Duration.hours(1)
export const DEFAULT_TIMEOUT: Duration = Duration.seconds(60)

export const DEFAULT_INTERVAL: Duration = Duration.minutes(1)
export const DEFAULT_SWEEP_TIMEOUT: Duration = Duration.seconds(55)
export const DEFAULT_GIVE_UP_AFTER: Duration = Duration.hours(24)
export const DEFAULT_BACKOFF_BASE: Duration = Duration.seconds(DEFAULT_BACKOFF_BASE_SECONDS)
export const DEFAULT_BACKOFF_CAP: Duration = Duration.seconds(DEFAULT_BACKOFF_CAP_SECONDS)

export const DEFAULT_MEMORY_MIB = 512
export const DEFAULT_LOG_LEVEL = 'INFO'
export const DEFAULT_LOG_RETENTION: RetentionDays = RetentionDays.ONE_MONTH

export const DEFAULT_NOTIFY_WHEN_OK = false
export const DEFAULT_DASHBOARD = false
export const DEFAULT_HANDED_OVER = 100
export const DEFAULT_LASTING: Duration = Duration.minutes(15)
const USUAL_PENDING_AGE_SECONDS = 5 * 60
const USUAL_ITERATOR_AGE_SECONDS = 5 * 60

/** What waits for the sweeper waits for a sweep, and that alone is nothing to be told of. */
export function defaultPendingAgeSeconds(sweepIntervalSeconds: number): number {
  return Math.max(USUAL_PENDING_AGE_SECONDS, 2 * sweepIntervalSeconds)
}

/** Before the relay gives its records up. */
export function defaultIteratorAgeSeconds(maxRecordAgeSeconds: number): number {
  return Math.min(USUAL_ITERATOR_AGE_SECONDS, Math.floor(maxRecordAgeSeconds / 2))
}

/**
 * How late a sweep may begin. The least that Scheduler and Lambda take.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html
 */
export const SWEEP_EVENT_AGE: Duration = Duration.minutes(1)

/** The longest that SQS keeps a message. */
export const QUEUE_RETENTION: Duration = Duration.days(14)
/** How often a redrive is tried before its message goes back to the dead-letter queue. */
export const REDRIVE_MAX_RECEIVE_COUNT = 5
export const REDRIVE_BATCH_SIZE = 10
export const REDRIVE_TIMEOUT: Duration = Duration.minutes(1)
/** Six times the function's time-out. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export const REDRIVE_VISIBILITY: Duration = Duration.seconds(6 * REDRIVE_TIMEOUT.toSeconds())

export const DEFAULT_CONSUMER_RECEIVE_COUNT = 5
export const DEFAULT_CONSUMER_BATCH_SIZE = 10
export const DEFAULT_CONSUMER_BATCHING_WINDOW: Duration = Duration.seconds(0)
export const DEFAULT_INBOX_TTL: Duration = Duration.seconds(DEFAULT_INBOX_TTL_SECONDS)
export const DEFAULT_HOLD_DEADLINE: Duration = Duration.minutes(15)
export const DEFAULT_HOLD_RETRY: Duration = Duration.seconds(10)
/** Lambda's own. https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html */
export const LAMBDA_DEFAULT_TIMEOUT: Duration = Duration.seconds(3)

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export function leastVisibilitySeconds(timeoutSeconds: number, windowSeconds: number): number {
  return 6 * timeoutSeconds + windowSeconds
}

/**
 * So many receptions that a message which is held is ended by its deadline, and five for what else may go wrong with it.
 */
export function holdReceiveCount(deadlineSeconds: number, retrySeconds: number): number {
  return Math.ceil(deadlineSeconds / retrySeconds) + DEFAULT_CONSUMER_RECEIVE_COUNT
}

/**
 * What the relay keeps to, and a test holds against its code: how long it repeats calls within an invocation, what it
 * keeps free at the end, and how long an invocation that meets an outage lasts at the least (a call that could not
 * end within the retry budget is not begun).
 */
export const RETRY_BUDGET_SECONDS = 20
export const SETTLE_RESERVE_SECONDS = 8
export const LEAST_OUTAGE_SECONDS = 10

/**
 * So many retries that an outage is ended by the record's age: at `LEAST_OUTAGE_SECONDS` each there are never more of
 * them within it. And so few that a record which kills the process is ended by attempts: alone in its batch after
 * the bisection, which costs no retry, it dies in less than that. 360 for the default age of one hour.
 */
export function leastRetryAttempts(maxRecordAgeSeconds: number): number {
  return Math.ceil(maxRecordAgeSeconds / LEAST_OUTAGE_SECONDS)
}

/**
 * What the sweeper keeps to, and a test holds against its code: how long it may count rows, and from when before its
 * end it claims nothing more.
 */
export const LEVELS_BUDGET_SECONDS = 6
export const SWEEP_RESERVE_SECONDS = 27
/** Of every sweep, where there is an archive. */
export const ARCHIVE_BUDGET_SECONDS = 8
/** The look at the bus, and a first call: without them a sweep would find out nothing. */
export const PROBE_AND_CALL_SECONDS = 10

/** How wrong the clock of a writer may be, by which the age of its events is told. */
const CLOCK_SKEW_SECONDS = 10 * 60
const USUAL_GRACE_SECONDS = 15 * 60
const USUAL_LEASE_SECONDS = 2 * 60

/** When no invocation of the relay can be at an event any more. */
export function leastGraceSeconds(maxRecordAgeSeconds: number, relayTimeoutSeconds: number): number {
  return maxRecordAgeSeconds + relayTimeoutSeconds + CLOCK_SKEW_SECONDS
}

export function defaultGraceSeconds(maxRecordAgeSeconds: number, relayTimeoutSeconds: number): number {
  const least = leastGraceSeconds(maxRecordAgeSeconds, relayTimeoutSeconds)
  return Math.ceil(Math.max(maxRecordAgeSeconds + USUAL_GRACE_SECONDS, least))
}

/** A sweep and one that begins late are both over before a claim of the first lapses. */
export function leastLeaseSeconds(sweepTimeoutSeconds: number): number {
  return 2 * sweepTimeoutSeconds
}

export function defaultLeaseSeconds(sweepTimeoutSeconds: number): number {
  return Math.ceil(Math.max(USUAL_LEASE_SECONDS, leastLeaseSeconds(sweepTimeoutSeconds)))
}
