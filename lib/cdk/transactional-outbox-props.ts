import type { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { KeyNames } from '../environment.js'

export type RelayLogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

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

/** Settings of the function that forwards committed events to EventBridge, and of its stream mapping. */
export interface RelayProps {
  /**
   * Most stream records of one invocation, 1 to 10,000.
   * @default 100
   */
  readonly batchSize?: number
  /**
   * How long Lambda gathers records before it invokes the relay, 0 to 300 seconds. It delays every event by up to this.
   * @default Duration.seconds(0)
   */
  readonly maxBatchingWindow?: Duration
  /**
   * Age at which the relay gives a record up to the sweeper during an outage, 60 seconds to 23 hours.
   * @default Duration.hours(1)
   */
  readonly maxRecordAge?: Duration
  /**
   * Retries after which a record that kills the process is given up, at most 10,000. At least `maxRecordAge` / 10 s,
   * or an outage would be ended by attempts.
   * @default - `maxRecordAge` / 10 s: 360
   */
  readonly retryAttempts?: number
  /**
   * Memory in MiB, 128 to 10,240.
   * @default 512
   */
  readonly memorySize?: number
  /**
   * Time-out of an invocation, more than 28 seconds (its retry budget of 20 seconds and 8 seconds to settle), at
   * most 15 minutes.
   * @default Duration.seconds(60)
   */
  readonly timeout?: Duration
  /**
   * Least level that is logged. Neither payloads nor secrets are logged at any level.
   * @default 'INFO'
   */
  readonly logLevel?: RelayLogLevel
  /**
   * How long the relay's log is kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays
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
   * How long a published event stays in the table, at least 24 hours and `relay.maxRecordAge`. DynamoDB deletes it
   * within days after. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
   * @default Duration.days(7)
   */
  readonly retention?: Duration
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
  /** Settings of the relay. @default - those of each property */
  readonly relay?: RelayProps
}
