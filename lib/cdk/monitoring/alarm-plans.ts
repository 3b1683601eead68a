import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import { deadLetterAlarms } from './dead-letter-alarms.js'
import { deliveryAlarms } from './delivery-alarms.js'
import type { MonitoredOutbox } from './monitored-outbox.js'
import type { MonitoringSettings } from './monitoring-settings.js'
import { noHeartbeatAlarm } from './no-heartbeat-alarm.js'
import type { OutboxAlarmName } from './outbox-alarm-name.js'
import { relayAlarms } from './relay-alarms.js'
import { sweeperAlarms } from './sweeper-alarms.js'
import { throttleAlarms } from './throttle-alarms.js'

/** Every alarm of an outbox. */
export function alarmPlans(
  outbox: MonitoredOutbox,
  settings: MonitoringSettings,
  periods: AlarmPeriods,
  heartbeats: IMetric,
): Readonly<Record<OutboxAlarmName, AlarmPlan>> {
  return {
    ...deliveryAlarms(outbox, settings, periods),
    noHeartbeat: noHeartbeatAlarm(heartbeats),
    ...relayAlarms(outbox, settings),
    ...sweeperAlarms(outbox, periods),
    ...deadLetterAlarms(outbox, periods),
    ...throttleAlarms(outbox, periods),
  }
}
