import type { Duration } from 'aws-cdk-lib'
import type { FunctionProps } from './function-props.js'

/** Settings of the function that forwards committed events to EventBridge, and of its stream mapping. */
export interface RelayProps extends FunctionProps {
  /**
   * Most stream records of one invocation, 1 to 10,000.
   * @default 100
   */
  readonly batchSize?: number
  /**
   * How long Lambda gathers records before it invokes the relay, 0 to 300 seconds. It delays every event by up to this.
   * @default Duration.seconds(0)
   */
  readonly maxBatchingWindow?: Duration
  /**
   * Age at which the relay gives a record up to the sweeper during an outage, 60 seconds to 23 hours.
   * @default Duration.hours(1)
   */
  readonly maxRecordAge?: Duration
  /**
   * Retries after which a record that kills the process is given up, at most 10,000. At least `maxRecordAge` / 10 s,
   * or an outage would be ended by attempts.
   * @default - `maxRecordAge` / 10 s: 360
   */
  readonly retryAttempts?: number
  /**
   * Time-out of an invocation, more than 28 seconds (its retry budget of 20 seconds and 8 seconds to settle), at
   * most 15 minutes.
   * @default Duration.seconds(60)
   */
  readonly timeout?: Duration
}
