import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import type { MonitoredOutbox } from './monitored-outbox.js'
import type { MonitoringSettings } from './monitoring-settings.js'

type Name = 'oldestPendingAge' | 'outage' | 'denied'

/** Whether what was committed arrives. */
export function deliveryAlarms(
  outbox: MonitoredOutbox,
  { oldestPendingAge }: MonitoringSettings,
  { sweep, count, lasting }: AlarmPeriods,
): Readonly<Record<Name, AlarmPlan>> {
  return {
    oldestPendingAge: {
      meaning: `A committed event has waited for more than ${oldestPendingAge.toHumanString()} for its delivery.`,
      metric: outbox.metricOldestPendingAge({ period: sweep }),
      threshold: oldestPendingAge.toSeconds(),
      periods: 1,
      // A level that nobody told is not mended: the state stays, and the heartbeat alarm says that nobody tells.
      missing: TreatMissingData.IGNORE,
    },
    outage: {
      meaning: 'Relay or sweeper has met EventBridge or DynamoDB out of order again and again.',
      metric: outbox.metricOutage({ period: count }),
      threshold: 0,
      periods: lasting,
      // Told only while there is one.
      missing: TreatMissingData.NOT_BREACHING,
    },
    denied: {
      meaning:
        'EventBridge refuses events for a missing permission or a wrong setting, which a person must repair.',
      metric: outbox.metricDenied({ period: count }),
      threshold: 0,
      periods: 1,
      missing: TreatMissingData.NOT_BREACHING,
    },
  }
}
