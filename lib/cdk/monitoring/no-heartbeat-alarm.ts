import { ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { AlarmPlan } from './alarm-plan.js'

/** A sweep now and then is left out or late, without harm. */
const SWEEPS = 5

/** The one alarm that a system which stands still cannot keep quiet: no data is what it waits for. */
export function noHeartbeatAlarm(heartbeats: IMetric): AlarmPlan {
  return {
    meaning:
      'No heartbeat of the sweeper came through the bus: nothing may be delivered or watched any more.',
    metric: heartbeats,
    comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    threshold: 1,
    // With one period, CloudWatch would look at some before it as well, and the last heartbeat would be among them.
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
    periods: SWEEPS,
    missing: TreatMissingData.BREACHING,
  }
}
