import { Names, Stack } from 'aws-cdk-lib'
import type { Alarm, Dashboard } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { invalidConfiguration } from '../invalid-configuration.js'
import { alarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import { alarmPlans } from './alarm-plans.js'
import { archiveDelayAlarm } from './archive-delay-alarm.js'
import type { ConsumerAlarmName } from './consumer-alarm-name.js'
import { consumerAlarms } from './consumer-alarms.js'
import { ConsumerRow } from './consumer-row.js'
import { heartbeatMetric } from './heartbeat-metric.js'
import { makeAlarm } from './make-alarm.js'
import type { MonitoredConsumer } from './monitored-consumer.js'
import { monitoringFaults } from './monitoring-faults.js'
import type { OutboxMonitoringProps } from './monitoring-props.js'
import { type MonitoringSettings, monitoringSettings } from './monitoring-settings.js'
import type { OutboxAlarms } from './outbox-alarms.js'
import { outboxDashboard } from './outbox-dashboard.js'

/** An alarm's name has 255 characters at most, and the alarm's own part comes behind the owner's. */
const OWNER_MAX_CHARACTERS = 200

/**
 * Alarms of an outbox and of its consumers, and a dashboard. A `TransactionalOutbox` makes it unless it is built with
 * `monitoring: false`. Each alarm's description names its paragraph in docs/operations.md.
 *
 * @throws OutboxError INVALID_CONFIGURATION naming the property, the rule and the value
 */
export class OutboxMonitoring extends Construct {
  /** Of the outbox: to add actions, or for a composite alarm. */
  readonly alarms: OutboxAlarms
  /** Absent: none was asked for. */
  readonly dashboard?: Dashboard
  readonly #settings: MonitoringSettings
  readonly #consumerRow: ConsumerRow
  readonly #consumers = new Map<MonitoredConsumer, Readonly<Record<ConsumerAlarmName, Alarm>>>()

  constructor(scope: Construct, id: string, props: OutboxMonitoringProps) {
    super(scope, id)
    const { outbox } = props
    const settings = monitoringSettings(props)
    const faults = monitoringFaults(this, outbox, settings)
    if (faults.length > 0) throw invalidConfiguration(this, faults)

    this.#settings = settings
    this.#consumerRow = new ConsumerRow(Stack.of(this))
    const periods = alarmPeriods(outbox.sweepInterval, settings.lasting)
    const heartbeat = heartbeatMetric(this, outbox, periods.sweep)
    this.alarms = {
      ...this.#make(this, outbox.outboxName, alarmPlans(outbox, settings, periods, heartbeat)),
      ...(outbox.archiveBucket === undefined
        ? {}
        : this.#make(this, outbox.outboxName, { archiveDelay: archiveDelayAlarm(outbox, periods) })),
    }
    if (!settings.dashboard) return
    this.dashboard = outboxDashboard(this, outbox, {
      alarms: Object.values(this.alarms),
      consumers: this.#consumerRow,
      heartbeat,
    })
  }

  /**
   * Watches a consumer's queues: those of `outbox.addConsumer` are watched without being asked. The alarms are made
   * within the consumer, in its stack. Asked again, it gives the same.
   */
  monitorConsumer(consumer: MonitoredConsumer): Readonly<Record<ConsumerAlarmName, Alarm>> {
    const known = this.#consumers.get(consumer)
    if (known !== undefined) return known
    const owner = Names.uniqueResourceName(consumer, { maxLength: OWNER_MAX_CHARACTERS, separator: '-' })
    const alarms = this.#make(new Construct(consumer, 'Alarms'), owner, consumerAlarms(consumer))
    this.#consumers.set(consumer, alarms)
    this.#consumerRow.add(consumer)
    return alarms
  }

  #make<Name extends string>(
    scope: Construct,
    owner: string,
    plans: Readonly<Record<Name, AlarmPlan>>,
  ): Readonly<Record<Name, Alarm>> {
    const made: Partial<Record<Name, Alarm>> = {}
    for (const name in plans) made[name] = makeAlarm(scope, { owner, name }, plans[name], this.#settings)
    return made as Record<Name, Alarm>
  }
}
