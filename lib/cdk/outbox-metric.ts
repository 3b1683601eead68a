import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { METRIC, METRICS_DIMENSION, METRICS_NAMESPACE } from '../telemetry.js'

export type OutboxMetricName = (typeof METRIC)[keyof typeof METRIC]

/** A metric that the functions of the outbox emit. Counts are summed, the latency is its 99th percentile. */
export function outboxMetric(outboxName: string, name: OutboxMetricName, options?: MetricOptions): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { [METRICS_DIMENSION]: outboxName },
    statistic: name === METRIC.publishLatency ? Stats.percentile(99) : Stats.SUM,
    ...options,
  })
}
