import { Duration } from 'aws-cdk-lib'
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPlan } from './alarm-plan.js'
import type { MonitoredOutbox } from './monitored-outbox.js'
import type { MonitoringSettings } from './monitoring-settings.js'

type Name = 'iteratorAge' | 'relayErrors' | 'relayFailures' | 'handedOver'

const PERIOD: Duration = Duration.minutes(5)

/** Whether the relay keeps up. All is told only while it happens, so no data means that nothing does. */
export function relayAlarms(
  outbox: MonitoredOutbox,
  { iteratorAge, handedOver }: MonitoringSettings,
): Readonly<Record<Name, AlarmPlan>> {
  const { relayFunction, relayFailureQueue } = outbox
  const missing = TreatMissingData.NOT_BREACHING
  return {
    iteratorAge: {
      meaning: `The relay gets events that were committed more than ${iteratorAge.toHumanString()} before.`,
      metric: relayFunction.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: PERIOD }),
      threshold: iteratorAge.toMilliseconds(),
      periods: 1,
      missing,
    },
    relayErrors: {
      meaning: 'The relay ends in errors: it crashes, runs out of time, or cannot start.',
      metric: relayFunction.metricErrors({ statistic: Stats.SUM, period: PERIOD }),
      threshold: 0,
      // One error is made good by the retry that follows it.
      periods: 3,
      breaching: 2,
      missing,
    },
    relayFailures: {
      meaning: 'The stream mapping gave up records, which the sweeper delivers late.',
      metric: relayFailureQueue.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: PERIOD,
      }),
      threshold: 0,
      periods: 1,
      missing,
    },
    handedOver: {
      meaning: `The relay left more than ${handedOver} events to the sweeper within 5 minutes.`,
      metric: outbox.metricHandedOver({ period: PERIOD }),
      threshold: handedOver,
      periods: 1,
      missing,
    },
  }
}
