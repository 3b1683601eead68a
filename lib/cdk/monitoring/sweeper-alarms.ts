import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import type { MonitoredOutbox } from './monitored-outbox.js'

type Name = 'rescued' | 'sweeperErrors' | 'sweepsIncomplete' | 'recordsUnreadable'

/** Whether the sweeper does its work. That it runs at all, the heartbeat tells. */
export function sweeperAlarms(
  outbox: MonitoredOutbox,
  { count, lasting }: AlarmPeriods,
): Readonly<Record<Name, AlarmPlan>> {
  const missing = TreatMissingData.NOT_BREACHING
  return {
    rescued: {
      meaning: 'The relay has not delivered events that it should have had: the sweeper did.',
      metric: outbox.metricRescued({ period: count }),
      threshold: 0,
      periods: 1,
      missing,
    },
    sweeperErrors: {
      meaning: 'The sweeper ends in errors: it crashes, runs out of time, or cannot start.',
      metric: outbox.sweeperFunction.metricErrors({ statistic: Stats.SUM, period: count }),
      threshold: 0,
      // The next sweep does what a single one could not.
      periods: 3,
      breaching: 2,
      missing,
    },
    sweepsIncomplete: {
      meaning:
        'Sweeps keep leaving something undone: there is more to do than time, or a part of them fails.',
      metric: outbox.metricSweepIncomplete({ period: count }),
      threshold: 0,
      // One period would be a single sweep where they are rare.
      periods: Math.max(2, lasting),
      missing,
    },
    recordsUnreadable: {
      meaning: 'Rows were edited or written by others so that nobody can deliver them.',
      metric: outbox.metricUnreadable({ period: count }),
      threshold: 0,
      periods: 1,
      missing,
    },
  }
}
