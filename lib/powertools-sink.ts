import type { Logger } from '@aws-lambda-powertools/logger'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { EVENT_TYPE_DIMENSION, METRICS_NAMESPACE } from './telemetry.js'
import type { LogFields, MetricName, TelemetrySink } from './telemetry-sink.js'

export interface PowertoolsSinkOptions {
  readonly logger: Logger
  /** Of the outbox, or of the consumer: Powertools' one dimension, `service`. */
  readonly serviceName: string
  /** Types of events that are counted by themselves, too. @default - none */
  readonly eventTypes?: readonly string[]
}

/** Telemetry by Powertools: metrics in CloudWatch's embedded format, log lines as JSON. */
export class PowertoolsSink implements TelemetrySink {
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #ofTypes: ReadonlyMap<string, Metrics>

  constructor({ logger, serviceName, eventTypes = [] }: PowertoolsSinkOptions) {
    this.#logger = logger
    this.#metrics = new Metrics({ namespace: METRICS_NAMESPACE, serviceName })
    this.#ofTypes = new Map(
      eventTypes.map((eventType) => [
        eventType,
        new Metrics({
          namespace: METRICS_NAMESPACE,
          serviceName,
          defaultDimensions: { [EVENT_TYPE_DIMENSION]: eventType },
        }),
      ]),
    )
  }

  count(metric: MetricName, value: number): void {
    count(this.#metrics, metric, value)
  }

  level(metric: MetricName, value: number): void {
    this.#metrics.addMetric(metric, MetricUnit.Count, value)
  }

  milliseconds(metric: MetricName, value: number): void {
    milliseconds(this.#metrics, metric, value)
  }

  seconds(metric: MetricName, value: number): void {
    this.#metrics.addMetric(metric, MetricUnit.Seconds, value)
  }

  ofType(eventType: string): Pick<TelemetrySink, 'count' | 'milliseconds'> | undefined {
    const metrics = this.#ofTypes.get(eventType)
    if (metrics === undefined) return undefined
    return {
      count: (metric, value) => count(metrics, metric, value),
      milliseconds: (metric, value) => milliseconds(metrics, metric, value),
    }
  }

  flush(): void {
    for (const metrics of [this.#metrics, ...this.#ofTypes.values()])
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics()
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

function count(metrics: Metrics, metric: MetricName, value: number): void {
  if (value > 0) metrics.addMetric(metric, MetricUnit.Count, value)
}

function milliseconds(metrics: Metrics, metric: MetricName, value: number): void {
  metrics.addMetric(metric, MetricUnit.Milliseconds, value)
}
