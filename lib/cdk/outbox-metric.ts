import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { METRIC, METRICS_DIMENSION, METRICS_NAMESPACE } from '../telemetry.js'

export type OutboxMetricName = (typeof METRIC)[keyof typeof METRIC]

const LEVELS: ReadonlySet<OutboxMetricName> = new Set([
  METRIC.oldestPendingAge,
  METRIC.pending,
  METRIC.scheduled,
  METRIC.dead,
  METRIC.noticesWaiting,
  METRIC.archiveDelay,
])

/**
 * A metric that the functions of the outbox emit. Counts are summed, of a level the highest counts, the latency is its
 * 99th percentile.
 */
export function outboxMetric(outboxName: string, name: OutboxMetricName, options?: MetricOptions): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { [METRICS_DIMENSION]: outboxName },
    statistic: statisticOf(name),
    ...options,
  })
}

function statisticOf(name: OutboxMetricName): string {
  if (name === METRIC.publishLatency) return Stats.percentile(99)
  return LEVELS.has(name) ? Stats.MAXIMUM : Stats.SUM
}
