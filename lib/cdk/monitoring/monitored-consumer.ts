import type { ConsumerMetrics } from '../consumer/consumer-metrics.js'

/** What is watched of a consumer: an `OutboxConsumer` is one. */
export interface MonitoredConsumer extends ConsumerMetrics {
  /** The dimension of the metrics that its handler emits. */
  readonly consumerName: string
}
