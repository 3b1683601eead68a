import { Stack, Token, TokenComparison } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { IConstruct } from 'constructs'
import { durationFaults, integerFaults, NO_MOST, seconds } from '../value-faults.js'
import type { MonitoredOutbox } from './monitored-outbox.js'
import type { MonitoringSettings } from './monitoring-settings.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What is wrong with the settings, a line for each. */
export function monitoringFaults(
  scope: IConstruct,
  { sweepInterval, maxRecordAge, monitoring }: MonitoredOutbox,
  { topic, notifyWhenOk, oldestPendingAge, iteratorAge, handedOver, lasting }: MonitoringSettings,
): string[] {
  return [
    ...(monitoring === undefined
      ? []
      : ['Expected `outbox` to be built with `monitoring: false`, got one that has its alarms already']),
    ...topicFaults(scope, topic),
    ...(notifyWhenOk && topic === undefined
      ? ['Expected a `topic` with `notifyWhenOk`: nobody would be told. Set `topic`, or leave it out.']
      : []),
    ...durationFaults(
      'oldestPendingAge',
      oldestPendingAge,
      seconds(sweepInterval),
      DAY,
      '`sweeper.interval` at least, which is how often it is looked at',
    ),
    ...durationFaults(
      'iteratorAge',
      iteratorAge,
      1,
      seconds(maxRecordAge),
      '`relay.maxRecordAge` at most: the relay gets nothing that is older',
    ),
    ...integerFaults('handedOver', handedOver, 0, NO_MOST, 'events within 5 minutes'),
    ...durationFaults('lasting', lasting, 5 * MINUTE, 12 * HOUR),
  ]
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html */
function topicFaults(scope: IConstruct, topic: ITopic | undefined): string[] {
  if (topic === undefined) return []
  const here = Stack.of(scope).region
  const { region: there } = topic.env
  return [
    ...(topic.fifo ? ['Expected `topic` to be a standard topic: alarms cannot notify a FIFO topic.'] : []),
    ...(Token.compareStrings(here, there) === TokenComparison.DIFFERENT
      ? [
          `Expected \`topic\` to be in ${here}, the Region of the outbox, got one in ${there}. Notify a topic in ${here} that forwards to the other.`,
        ]
      : []),
  ]
}
