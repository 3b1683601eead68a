import { Names } from 'aws-cdk-lib'
import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { EventBus, type IEventBus } from 'aws-cdk-lib/aws-events'
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { METRIC } from '../telemetry.js'
import { grantRelay } from './grant-relay.js'
import { grantWriteOn } from './grant-write.js'
import { invalidConfiguration } from './invalid-configuration.js'
import { type OutboxMetricName, outboxMetric } from './outbox-metric.js'
import { outboxQueues } from './outbox-queues.js'
import { relayFunction } from './relay-function.js'
import { relayMapping } from './relay-mapping.js'
import { settingFaults } from './setting-faults.js'
import { outboxSettings } from './settings.js'
import { tableOf } from './table-of.js'
import { topologyFaults } from './topology-faults.js'
import type { TransactionalOutboxProps } from './transactional-outbox-props.js'
import { setWriterEnvironment, writerEnvironment } from './writer-environment.js'

const NAME_MAX_CHARACTERS = 128

/**
 * A transactional outbox: what a service commits to the table together with its aggregates, EventBridge gets, at
 * least once, in the order of the table's stream.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming the property, the rule and the value
 */
export class TransactionalOutbox extends Construct {
  /** Unique and stable as long as the construct stays where it is: the dimension of all metrics. */
  readonly outboxName: string
  /** EventBridge's `source` of every event. */
  readonly source: string
  readonly table: ITable
  readonly eventBus: IEventBus
  /** Notices of events that cannot be delivered, each with its whole event, for 14 days. */
  readonly deadLetterQueue: Queue
  /** Where the SQS console moves notices to, to have their events delivered again. */
  readonly redriveQueue: Queue
  /** What the stream mapping gave up: positions in the stream, for information. */
  readonly relayFailureQueue: Queue
  readonly relayFunction: LambdaFunction
  /** The variables that `Outbox.fromEnvironment()` reads, for writers that are no Lambda functions of this app. */
  readonly writerEnvironment: Readonly<Record<string, string>>

  constructor(scope: Construct, id: string, props: TransactionalOutboxProps = {}) {
    super(scope, id)
    this.outboxName = Names.uniqueResourceName(this, { maxLength: NAME_MAX_CHARACTERS, separator: '-' })
    const settings = outboxSettings(this.outboxName, props)
    const faults = settingFaults(settings)
    if (faults.length > 0) throw invalidConfiguration(this, faults)

    const { table, tableStreamArn } = tableOf(this, props, settings)
    const queues = outboxQueues(this)
    this.source = settings.source
    this.table = table
    this.eventBus = props.eventBus ?? new EventBus(this, 'EventBus')
    this.deadLetterQueue = queues.deadLetterQueue
    this.redriveQueue = queues.redriveQueue
    this.relayFailureQueue = queues.relayFailureQueue
    this.writerEnvironment = writerEnvironment(settings, table.tableName)

    this.relayFunction = relayFunction(this, settings, this)
    grantRelay(this.relayFunction, this)
    relayMapping(this, settings.relay, {
      target: this.relayFunction,
      tableStreamArn,
      relayFailureQueue: this.relayFailureQueue,
    })
    this.node.addValidation({ validate: () => topologyFaults(this, this.#allOutboxes()) })
  }

  /**
   * Lets a function, role or task write aggregates and events in transactions, and denies it any other way to write
   * an outbox row. Sets a function's environment for `Outbox.fromEnvironment()`. Writes of its own outside of
   * transactions are yours to grant: `outbox.table.grantReadWriteData(fn)`.
   *
   * @throws when the grantee has no policy, or is a function that already writes to another outbox
   */
  grantWrite(grantee: IGrantable): Grant {
    setWriterEnvironment(grantee, this.node.path, this.writerEnvironment)
    return grantWriteOn(this.table, grantee)
  }

  /** A metric of this outbox by its name. @default - the sum, over 5 minutes */
  metric(name: OutboxMetricName, props?: MetricOptions): Metric {
    return outboxMetric(this.outboxName, name, props)
  }

  /** Events that EventBridge accepted and whose row says so. @default - the sum, over 5 minutes */
  metricPublished(props?: MetricOptions): Metric {
    return this.metric(METRIC.published, props)
  }

  /** Milliseconds from an event's `occurredAt` to PUBLISHED. @default - the 99th percentile, over 5 minutes */
  metricPublishLatency(props?: MetricOptions): Metric {
    return this.metric(METRIC.publishLatency, props)
  }

  /** Entries that were sent again within an invocation. @default - the sum, over 5 minutes */
  metricRetried(props?: MetricOptions): Metric {
    return this.metric(METRIC.retried, props)
  }

  /** Events that can never be delivered. @default - the sum, over 5 minutes */
  metricRejected(props?: MetricOptions): Metric {
    return this.metric(METRIC.rejected, props)
  }

  /** Events that left the relay for the sweeper. @default - the sum, over 5 minutes */
  metricHandedOver(props?: MetricOptions): Metric {
    return this.metric(METRIC.handedOver, props)
  }

  /** Accepted events whose row could not be marked: possible duplicates. @default - the sum, over 5 minutes */
  metricMarkFailed(props?: MetricOptions): Metric {
    return this.metric(METRIC.markFailed, props)
  }

  /** Invocations that met an outage of EventBridge or DynamoDB. @default - the sum, over 5 minutes */
  metricOutage(props?: MetricOptions): Metric {
    return this.metric(METRIC.outage, props)
  }

  /** Events whose row was gone before they were sent. @default - the sum, over 5 minutes */
  metricVanished(props?: MetricOptions): Metric {
    return this.metric(METRIC.vanished, props)
  }

  /** Stream records that are no outbox rows. @default - the sum, over 5 minutes */
  metricUnreadable(props?: MetricOptions): Metric {
    return this.metric(METRIC.unreadable, props)
  }

  /** Dead letters whose notice is still to be sent. @default - the sum, over 5 minutes */
  metricNoticeOwed(props?: MetricOptions): Metric {
    return this.metric(METRIC.noticeOwed, props)
  }

  #allOutboxes(): TransactionalOutbox[] {
    return this.node.root.node.findAll().filter((construct) => construct instanceof TransactionalOutbox)
  }
}
