import { type Duration, Names } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { type Archive, EventBus, type IEventBus } from 'aws-cdk-lib/aws-events'
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IEventSourceMapping, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { KeyNames } from '../environment.js'
import { archiveBucket } from './archive-bucket.js'
import { OutboxConsumer } from './consumer/outbox-consumer.js'
import type { AddConsumerProps } from './consumer/outbox-consumer-props.js'
import { eventArchive } from './event-archive.js'
import { eventArchiveFaults } from './event-archive-faults.js'
import { grantOperate } from './grant-operate.js'
import { grantRedrive } from './grant-redrive.js'
import { grantRelay } from './grant-relay.js'
import { grantSweeper } from './grant-sweeper.js'
import { grantWriteOn } from './grant-write.js'
import { invalidConfiguration } from './invalid-configuration.js'
import { OutboxMonitoring } from './monitoring/outbox-monitoring.js'
import { OutboxMetrics } from './outbox-metrics.js'
import { outboxQueues } from './outbox-queues.js'
import { redriveFunction } from './redrive-function.js'
import { redriveMapping } from './redrive-mapping.js'
import { relayFunction } from './relay-function.js'
import { relayMapping } from './relay-mapping.js'
import { settingFaults } from './setting-faults.js'
import { outboxSettings } from './settings.js'
import { sweepSchedule } from './sweep-schedule.js'
import { sweeperFunction } from './sweeper-function.js'
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
export class TransactionalOutbox extends OutboxMetrics {
  readonly outboxName: string
  /** EventBridge's `source` of every event. */
  readonly source: string
  readonly table: ITable
  /** Names of the table's key attributes. */
  readonly keys: KeyNames
  readonly eventBus: IEventBus
  /** Where published events go after `retention`. Absent: they expire. */
  readonly archiveBucket?: IBucket
  /** EventBridge's own archive of the events. Absent: built without `eventArchive`. */
  readonly eventArchive?: Archive
  /** Notices of events that cannot be delivered, each with its whole event, for 14 days. */
  readonly deadLetterQueue: Queue
  /** Where the SQS console moves notices to, to have their events delivered again. */
  readonly redriveQueue: Queue
  /** What the stream mapping gave up: positions in the stream, for information. */
  readonly relayFailureQueue: Queue
  /** Forwards each event as it is committed. */
  readonly relayFunction: LambdaFunction
  /** Has the table's stream invoke the relay. */
  readonly relayMapping: IEventSourceMapping
  /** Delivers, minute by minute, what the relay did not: handed over, given up, scheduled, redriven. */
  readonly sweeperFunction: LambdaFunction
  /** Takes up what is in the redrive queue. */
  readonly redriveFunction: LambdaFunction
  /** Time from one sweep to the next. */
  readonly sweepInterval: Duration
  /** Age at which the relay leaves an event to the sweeper. */
  readonly maxRecordAge: Duration
  /** Alarms and dashboard. Absent: built with `monitoring: false`. */
  readonly monitoring?: OutboxMonitoring
  /** The variables that `Outbox.fromEnvironment()` reads, for writers that are no Lambda functions of this app. */
  readonly writerEnvironment: Readonly<Record<string, string>>

  constructor(scope: Construct, id: string, props: TransactionalOutboxProps = {}) {
    super(scope, id)
    this.outboxName = Names.uniqueResourceName(this, { maxLength: NAME_MAX_CHARACTERS, separator: '-' })
    const settings = outboxSettings(this.outboxName, props)
    const faults = [...settingFaults(settings), ...eventArchiveFaults(props.eventArchive)]
    if (faults.length > 0) throw invalidConfiguration(this, faults)

    this.archiveBucket = archiveBucket(this, props.archive)
    const { table, tableStreamArn } = tableOf(this, props, settings)
    const queues = outboxQueues(this)
    this.source = settings.source
    this.keys = settings.keys
    this.table = table
    this.eventBus = props.eventBus ?? new EventBus(this, 'EventBus')
    if (props.eventArchive !== undefined) this.eventArchive = eventArchive(this, props.eventArchive, this)
    this.deadLetterQueue = queues.deadLetterQueue
    this.redriveQueue = queues.redriveQueue
    this.relayFailureQueue = queues.relayFailureQueue
    this.writerEnvironment = writerEnvironment(settings, table.tableName)

    this.relayFunction = relayFunction(this, settings, this)
    grantRelay(this.relayFunction, this)
    this.relayMapping = relayMapping(this, settings.relay, {
      target: this.relayFunction,
      tableStreamArn,
      relayFailureQueue: this.relayFailureQueue,
    })

    const delivery = {
      table,
      eventBus: this.eventBus,
      deadLetterQueue: this.deadLetterQueue,
      archiveBucket: this.archiveBucket,
    }
    this.sweeperFunction = sweeperFunction(this, settings, {
      ...delivery,
      relayMappingId: this.relayMapping.eventSourceMappingId,
    })
    grantSweeper(this.sweeperFunction, {
      ...delivery,
      relayMapping: this.relayMapping,
      outboxName: this.outboxName,
    })
    sweepSchedule(this, settings.sweeper, this.sweeperFunction)

    this.redriveFunction = redriveFunction(this, settings, table)
    grantRedrive(this.redriveFunction, this)
    redriveMapping(this, this.redriveFunction, this.redriveQueue)

    this.sweepInterval = settings.sweeper.interval
    this.maxRecordAge = settings.relay.maxRecordAge
    if (props.monitoring !== false)
      this.monitoring = new OutboxMonitoring(this, 'Monitoring', { ...props.monitoring, outbox: this })
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

  /**
   * Lets a role or function do what the commands of the CLI do: look, redrive, replay, read the archive. It can read no
   * aggregate, and of a row write nothing but the state that a redrive changes. To replay into a single consumer's queue it
   * needs `consumer.grantReplay(role)` as well.
   *
   * @throws when the grantee has no policy
   */
  grantOperate(grantee: IGrantable): Grant {
    return grantOperate(grantee, this)
  }

  /**
   * Has a function consume events of this outbox: `outbox.addConsumer('Shipping', { events: [orderPaid], handler })`.
   *
   * @throws OutboxError INVALID_CONFIGURATION naming the property, the rule and the value
   */
  addConsumer(id: string, { scope = this, ...props }: AddConsumerProps): OutboxConsumer {
    const consumer = new OutboxConsumer(scope, id, { ...props, outbox: this })
    this.monitoring?.monitorConsumer(consumer)
    return consumer
  }

  #allOutboxes(): TransactionalOutbox[] {
    return this.node.root.node.findAll().filter((construct) => construct instanceof TransactionalOutbox)
  }
}
