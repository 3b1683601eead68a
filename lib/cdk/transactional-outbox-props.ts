import type { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { KeyNames } from '../environment.js'
import type { EventArchiveProps } from './event-archive-props.js'
import type { FunctionProps } from './function-props.js'
import type { MonitoringProps } from './monitoring/monitoring-props.js'
import type { RelayProps } from './relay-props.js'
import type { RetryProps } from './retry-props.js'
import type { SweeperProps } from './sweeper-props.js'

/**
 * What a table that was made outside of this app has. The CDK cannot look, so whoever deploys says so; what is not
 * said fails synth with the commands that add it.
 */
export interface TableFeatures {
  /** The index `outbox-by-owner`: partition key `obShard`, sort key `obDue` (both `S`), projection `KEYS_ONLY`. @default false */
  readonly ownerIndex?: boolean
  /** Time to live, enabled on the attribute `ttlAttribute`. @default false */
  readonly timeToLive?: boolean
  /** A stream with the view type `NEW_IMAGE` or `NEW_AND_OLD_IMAGES`. @default false */
  readonly newImages?: boolean
}

export interface TransactionalOutboxProps {
  /**
   * The table that holds your aggregates and gets the outbox rows. It needs a stream with new images, the index
   * `outbox-by-owner` (`OUTBOX_INDEX`) and a TTL attribute; what is missing fails synth with the way to add it.
   * @default - a new table: on demand, point-in-time recovery, kept when the stack is deleted
   */
  readonly table?: ITable
  /**
   * What `table` has, when it was imported into this app. Of a table that this app makes, the table itself tells.
   * @default - nothing
   */
  readonly tableHas?: TableFeatures
  /**
   * Names of the table's key attributes, both strings. Leave `sortKey` out for a table without one.
   * @default { partitionKey: 'pk', sortKey: 'sk' }
   */
  readonly keys?: KeyNames
  /**
   * The table's time-to-live attribute; a table has only one.
   * @default 'expiresAt'
   */
  readonly ttlAttribute?: string
  /**
   * The bus that the events go to.
   * @default - a new bus
   */
  readonly eventBus?: IEventBus
  /**
   * EventBridge's `source` of every event: what rules match on. 1 to 256 characters, not beginning with `aws.`. Best
   * set to the service's name: the default changes when the construct moves.
   * @default - the outbox's name, made of stack name and construct path
   */
  readonly source?: string
  /**
   * How long a published event stays in the table, at least 24 hours plus `relay.maxRecordAge`. Then the sweeper takes it
   * to the `archive`; without one DynamoDB deletes it within days. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
   * @default Duration.days(7)
   */
  readonly retention?: Duration
  /**
   * Keeps published events for good: `true` for a bucket of the outbox's own, or a bucket of yours. After `retention` the
   * sweeper writes them there, gzip NDJSON by the hour in which they occurred, and deletes their rows. What was published
   * before the archive was switched on expires by TTL. A bucket of another account must say so:
   * `Bucket.fromBucketAttributes(this, 'Archive', { bucketName, account })`.
   * @default false
   */
  readonly archive?: boolean | IBucket
  /** EventBridge's own archive of the outbox's events, for its own replays. @default - none */
  readonly eventArchive?: EventArchiveProps
  /**
   * Types of events of which `EventsPublished`, `PublishLatency`, `EventsRejected` and `EventsGivenUp` are told by type as
   * well, under the dimensions `service` and `eventType`: up to 20, for each costs four custom metrics.
   * https://aws.amazon.com/cloudwatch/pricing/
   * @default - none
   */
  readonly metricsByEventType?: readonly string[]
  /**
   * Most bytes of one event as EventBridge counts them, 1,024 to 999,999. Less than 256 × 1024 in a partition where
   * EventBridge takes no more. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
   * @default 390000
   */
  readonly maxEventBytes?: number
  /**
   * Never two events of one aggregate in one call, so that no partial failure of a call can reorder them. Costs a
   * call for each event of a busy aggregate.
   * @default false
   */
  readonly strictOrder?: boolean
  /** How events that fail by themselves are tried again. @default - those of each property */
  readonly retry?: RetryProps
  /** Settings of the relay. @default - those of each property */
  readonly relay?: RelayProps
  /** Settings of the sweeper. @default - those of each property */
  readonly sweeper?: SweeperProps
  /** Settings of the function that takes dead letters up again. @default - those of each property */
  readonly redrive?: FunctionProps
  /**
   * Alarms on everything that takes a person, and a dashboard. `false` makes none.
   * @default - alarms that notify nobody, no dashboard
   */
  readonly monitoring?: false | MonitoringProps
}
