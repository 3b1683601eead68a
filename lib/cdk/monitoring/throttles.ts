import type { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html */
export interface ThrottledResource {
  readonly TableName: string
  readonly GlobalSecondaryIndexName?: string
}

/**
 * Throttled reads and writes together, 0 when there are none. DynamoDB tells of throttling only while it throttles, and
 * an alarm on a metric of DynamoDB's keeps its state where data is missing, whatever it is told: it would never end.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
 */
export function throttles(dimensionsMap: ThrottledResource, period: Duration): IMetric {
  const metric = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { ...dimensionsMap },
      statistic: Stats.SUM,
      period,
    })
  return new MathExpression({
    expression: 'FILL(reads, 0) + FILL(writes, 0)',
    usingMetrics: { reads: metric('ReadThrottleEvents'), writes: metric('WriteThrottleEvents') },
    label: 'Throttled reads and writes',
    period,
  })
}
