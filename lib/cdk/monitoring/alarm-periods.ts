import { Duration } from 'aws-cdk-lib'
import { seconds } from '../value-faults.js'

const USUAL_SECONDS = 5 * 60

export interface AlarmPeriods {
  /** From one sweep to the next: a level is told once in it. */
  readonly sweep: Duration
  /** Of counts: 5 minutes, or a sweep where that is longer, so that the sweeper has its say in each. */
  readonly count: Duration
  /** How many `count` periods make up `lasting`. */
  readonly lasting: number
}

/**
 * CloudWatch takes whole minutes, which a sweep's interval is, and no more of them than a day has.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
 */
export function alarmPeriods(sweepInterval: Duration, lasting: Duration): AlarmPeriods {
  const count = Math.max(USUAL_SECONDS, seconds(sweepInterval))
  return {
    sweep: sweepInterval,
    count: Duration.seconds(count),
    lasting: Math.ceil(seconds(lasting) / count),
  }
}
