import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import type { MonitoredOutbox } from './monitored-outbox.js'

type Name = 'deadLetters' | 'noticesWaiting' | 'redriveErrors' | 'redrivesFailed' | 'redrivesRefused'

/** What cannot be delivered, whether people are told of it, and whether they can send it again. */
export function deadLetterAlarms(
  outbox: MonitoredOutbox,
  { sweep, count, lasting }: AlarmPeriods,
): Readonly<Record<Name, AlarmPlan>> {
  // A level that nobody told is not mended, so the state stays; a count is told only while there is one.
  const { IGNORE: whenUntold, NOT_BREACHING: whenNone } = TreatMissingData
  return {
    deadLetters: {
      meaning: 'There are events that cannot be delivered.',
      metric: outbox.metricDead({ period: sweep }),
      threshold: 0,
      periods: 1,
      missing: whenUntold,
    },
    noticesWaiting: {
      meaning: 'The notices of dead letters cannot be sent to the dead-letter queue.',
      // Never none: a notice is owed for a moment whenever an event dies.
      metric: outbox.metricNoticesWaiting({ statistic: Stats.MINIMUM, period: count }),
      threshold: 0,
      periods: lasting,
      missing: whenUntold,
    },
    // Somebody is redriving and waits for it, so each failure counts.
    redriveErrors: {
      meaning: 'The redrive function ends in errors: it crashes, runs out of time, or cannot start.',
      metric: outbox.redriveFunction.metricErrors({ statistic: Stats.SUM, period: count }),
      threshold: 0,
      periods: 1,
      missing: whenNone,
    },
    redrivesFailed: {
      meaning: 'Dead letters that were sent again could not be taken up.',
      metric: outbox.metricRedriveFailed({ period: count }),
      threshold: 0,
      periods: 1,
      missing: whenNone,
    },
    redrivesRefused: {
      meaning: 'The redrive queue got messages that cannot be read, or that are for another table.',
      metric: outbox.metricRedriveRefused({ period: count }),
      threshold: 0,
      periods: 1,
      missing: whenNone,
    },
  }
}
