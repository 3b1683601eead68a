import type { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { OutboxMetrics } from '../outbox-metrics.js'

/** What is watched: a `TransactionalOutbox` is one. */
export interface MonitoredOutbox extends OutboxMetrics {
  readonly table: ITable
  readonly eventBus: IEventBus
  /** Absent: published events expire. */
  readonly archiveBucket?: IBucket
  readonly deadLetterQueue: IQueue
  readonly relayFailureQueue: IQueue
  readonly relayFunction: IFunction
  readonly sweeperFunction: IFunction
  readonly redriveFunction: IFunction
  /** Time from one sweep to the next: how often levels and heartbeat are told. */
  readonly sweepInterval: Duration
  /** Age at which the relay leaves an event to the sweeper. */
  readonly maxRecordAge: Duration
  /** What watches it already. */
  readonly monitoring?: unknown
}
