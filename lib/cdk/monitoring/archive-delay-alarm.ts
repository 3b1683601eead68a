import { Duration } from 'aws-cdk-lib'
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import type { MonitoredOutbox } from './monitored-outbox.js'

/** Rows wait for up to an hour for others, so that objects are few. */
const LONGEST_DELAY: Duration = Duration.hours(6)

/** Whether what is to be archived is. */
export function archiveDelayAlarm(outbox: MonitoredOutbox, { sweep }: AlarmPeriods): AlarmPlan {
  return {
    meaning: `Published events have been due for the archive for more than ${LONGEST_DELAY.toHumanString()}; they are kept in the table.`,
    metric: outbox.metricArchiveDelay({ period: sweep }),
    threshold: LONGEST_DELAY.toSeconds(),
    periods: 1,
    missing: TreatMissingData.IGNORE,
  }
}
