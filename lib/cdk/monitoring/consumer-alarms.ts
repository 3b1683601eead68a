import { Duration } from 'aws-cdk-lib'
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPlan } from './alarm-plan.js'
import type { ConsumerAlarmName } from './consumer-alarm-name.js'
import type { MonitoredConsumer } from './monitored-consumer.js'

const PERIOD: Duration = Duration.minutes(5)

/** Of queues that nobody used for hours SQS tells nothing, and there is nothing in them. */
export function consumerAlarms(consumer: MonitoredConsumer): Readonly<Record<ConsumerAlarmName, AlarmPlan>> {
  const common = { threshold: 0, periods: 1, missing: TreatMissingData.NOT_BREACHING }
  const { consumerName } = consumer
  return {
    consumerDeadLetters: {
      meaning: `The consumer ${consumerName} tried messages in vain.`,
      metric: consumer.metricDeadLetters({ period: PERIOD }),
      ...common,
    },
    consumerUndelivered: {
      meaning: `EventBridge could not put events into the queue of the consumer ${consumerName}.`,
      metric: consumer.metricUndelivered({ period: PERIOD }),
      ...common,
    },
  }
}
