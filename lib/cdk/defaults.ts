import { Duration } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'

/** Every default of the constructs, once. A test holds them against the `@default` of the docs. */

export const DEFAULT_RETENTION: Duration = Duration.days(7)
export const DEFAULT_STRICT_ORDER = false

export const DEFAULT_BATCH_SIZE = 100
export const DEFAULT_BATCHING_WINDOW: Duration = Duration.seconds(0)
export const DEFAULT_RECORD_AGE: Duration = Duration.hours(1)
export const DEFAULT_MEMORY_MIB = 512
export const DEFAULT_TIMEOUT: Duration = Duration.seconds(60)
export const DEFAULT_LOG_LEVEL = 'INFO'
export const DEFAULT_LOG_RETENTION: RetentionDays = RetentionDays.ONE_MONTH

/** The longest that SQS keeps a message. */
export const QUEUE_RETENTION: Duration = Duration.days(14)
/** How often a redrive is tried before its message goes back to the dead-letter queue. */
export const REDRIVE_MAX_RECEIVE_COUNT = 5
/** Six times a function time-out of one minute. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export const REDRIVE_VISIBILITY: Duration = Duration.minutes(6)

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
