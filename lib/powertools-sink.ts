import type { Logger } from '@aws-lambda-powertools/logger'
import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { LogFields, MetricName, TelemetrySink } from './telemetry-sink.js'

/** Telemetry by Powertools: metrics in CloudWatch's embedded format, log lines as JSON. */
export class PowertoolsSink implements TelemetrySink {
  readonly #logger: Logger
  readonly #metrics: Metrics

  constructor(logger: Logger, metrics: Metrics) {
    this.#logger = logger
    this.#metrics = metrics
  }

  count(metric: MetricName, value: number): void {
    if (value > 0) this.#metrics.addMetric(metric, MetricUnit.Count, value)
  }

  level(metric: MetricName, value: number): void {
    this.#metrics.addMetric(metric, MetricUnit.Count, value)
  }

  milliseconds(metric: MetricName, value: number): void {
    this.#metrics.addMetric(metric, MetricUnit.Milliseconds, value)
  }

  flush(): void {
    if (this.#metrics.hasStoredMetrics()) this.#metrics.publishStoredMetrics()
  }

  info(message: string, fields: LogFields): void {
    this.#logger.info(message, fields)
  }

  warn(message: string, fields: LogFields): void {
    this.#logger.warn(message, fields)
  }

  error(message: string, fields: LogFields): void {
    this.#logger.error(message, fields)
  }
}
