import type { JsonRecord } from '../record.js'
import type { MetricDatum } from '../spy-log.js'

/**
 * Where metrics are kept. Input and output are those of CloudWatch's JSON protocol: times are seconds since the epoch.
 */
export interface Metrics {
  readonly getMetricData: (input: JsonRecord) => JsonRecord
  readonly listMetrics: (input: JsonRecord) => JsonRecord
  readonly record: (datum: MetricDatum) => void
}
