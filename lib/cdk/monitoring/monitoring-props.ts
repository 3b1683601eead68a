import type { Duration } from 'aws-cdk-lib'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { MonitoredOutbox } from './monitored-outbox.js'

/** Who is told, and of what. Each alarm costs what CloudWatch takes for an alarm: https://aws.amazon.com/cloudwatch/pricing/ */
export interface MonitoringProps {
  /**
   * Every alarm notifies it: a standard topic of the outbox's Region. One that is encrypted needs a key of yours whose
   * policy lets CloudWatch use it: with the key `alias/aws/sns` nothing arrives.
   * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services
   * @default - nobody is told; the alarms have their states
   */
  readonly topic?: ITopic
  /**
   * Notifies the topic, too, when an alarm ends. Takes a `topic`.
   * @default false
   */
  readonly notifyWhenOk?: boolean
  /**
   * Makes a dashboard: one screen, top to bottom as the events flow.
   * @default false
   */
  readonly dashboard?: boolean
  /**
   * Alarms when an event has waited for its delivery for longer. From `sweeper.interval`, which is how often it is
   * looked at, to 24 hours, whole seconds.
   * @default - 5 minutes, or twice `sweeper.interval` where that is longer
   */
  readonly oldestPendingAge?: Duration
  /**
   * Alarms when the relay gets events that were committed longer ago. From 1 second to `relay.maxRecordAge`, beyond
   * which the relay leaves them to the sweeper; whole seconds.
   * @default - 5 minutes, or half of `relay.maxRecordAge` where that is shorter
   */
  readonly iteratorAge?: Duration
  /**
   * Alarms when the relay hands more events over to the sweeper within 5 minutes. A whole number, 0 or more.
   * @default 100
   */
  readonly handedOver?: number
  /**
   * How long what mostly ends by itself may last before it alarms: an outage, throttling, sweeps that leave something
   * undone, dead letters whose notice is still to be sent. 5 minutes to 12 hours, whole seconds; rounded up to whole
   * periods of 5 minutes, or of `sweeper.interval` where that is longer.
   * @default Duration.minutes(15)
   */
  readonly lasting?: Duration
}

export interface OutboxMonitoringProps extends MonitoringProps {
  /** Built with `monitoring: false`, else it has its alarms already. */
  readonly outbox: MonitoredOutbox
}
