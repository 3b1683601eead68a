import { Duration } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import {
  DEFAULT_DASHBOARD,
  DEFAULT_HANDED_OVER,
  DEFAULT_LASTING,
  DEFAULT_NOTIFY_WHEN_OK,
  defaultIteratorAgeSeconds,
  defaultPendingAgeSeconds,
} from '../defaults.js'
import { seconds } from '../value-faults.js'
import type { OutboxMonitoringProps } from './monitoring-props.js'

/** What the user asked for, with every default filled in. */
export interface MonitoringSettings {
  readonly topic: ITopic | undefined
  readonly notifyWhenOk: boolean
  readonly dashboard: boolean
  readonly oldestPendingAge: Duration
  readonly iteratorAge: Duration
  readonly handedOver: number
  readonly lasting: Duration
}

export function monitoringSettings({ outbox, ...props }: OutboxMonitoringProps): MonitoringSettings {
  const pendingAge = defaultPendingAgeSeconds(seconds(outbox.sweepInterval))
  const iteratorAge = defaultIteratorAgeSeconds(seconds(outbox.maxRecordAge))
  return {
    topic: props.topic,
    notifyWhenOk: props.notifyWhenOk ?? DEFAULT_NOTIFY_WHEN_OK,
    dashboard: props.dashboard ?? DEFAULT_DASHBOARD,
    oldestPendingAge: props.oldestPendingAge ?? Duration.seconds(pendingAge),
    iteratorAge: props.iteratorAge ?? Duration.seconds(iteratorAge),
    handedOver: props.handedOver ?? DEFAULT_HANDED_OVER,
    lasting: props.lasting ?? DEFAULT_LASTING,
  }
}
