import type { Duration } from 'aws-cdk-lib'
import type { FunctionProps } from './function-props.js'

/**
 * Settings of the function that delivers what the relay does not: what it handed over or gave up, what is scheduled,
 * and what was redriven.
 */
export interface SweeperProps extends FunctionProps {
  /**
   * Time from one sweep to the next, 1 to 60 minutes, whole ones.
   * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
   * @default Duration.minutes(1)
   */
  readonly interval?: Duration
  /**
   * Time-out of a sweep, more than 33 seconds (6 seconds to count rows, 27 seconds kept free for what ends it), less
   * than `interval`, at most 15 minutes.
   * @default Duration.seconds(55)
   */
  readonly timeout?: Duration
  /**
   * How long a sweep that claimed an event has it for itself: when the sweep crashes, the event waits so long. At least
   * twice `timeout`, at most 1 hour.
   * @default - 2 minutes, or twice `timeout` where that is longer
   */
  readonly lease?: Duration
  /**
   * Age at which the sweeper takes an event that the relay did not deliver. At least `relay.maxRecordAge`,
   * `relay.timeout` and 10 minutes (for writers whose clock is wrong) together, at most 48 hours. While the relay's mapping is absent or
   * disabled the sweeper takes events after 2 minutes.
   * @default - `relay.maxRecordAge` and 15 minutes, or the least that is allowed where that is longer
   */
  readonly grace?: Duration
  /**
   * Time from the first failure of an event by itself to its end as a dead letter, at least 1 hour. Outages, throttling
   * and missing permissions are no failures of an event.
   * @default Duration.hours(24)
   */
  readonly giveUpAfter?: Duration
  /**
   * Most events that a sweep publishes per second, a positive whole number: spares consumers after an outage.
   * @default - as fast as it goes
   */
  readonly maxPublishRate?: number
}
