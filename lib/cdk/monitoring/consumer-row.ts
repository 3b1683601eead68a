import { Stack } from 'aws-cdk-lib'
import { type IMetric, type IWidget, Metric, Row, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { CONSUMER_METRIC, METRICS_DIMENSION, METRICS_NAMESPACE } from '../../telemetry.js'
import { type Axes, graphRow } from './graph-row.js'
import type { MonitoredConsumer } from './monitored-consumer.js'

/**
 * Graphs of all consumers, of which more may be added after the dashboard was made. Nothing is shown when there is none.
 * Of a consumer in another stack only what its handler emits is shown: that stack is deployed after the dashboard's, which
 * therefore cannot know the names of its queues.
 */
export class ConsumerRow implements IWidget {
  readonly #home: Stack
  readonly #consumers: MonitoredConsumer[] = []
  #place = { x: 0, y: 0 }

  constructor(home: Stack) {
    this.#home = home
  }

  add(consumer: MonitoredConsumer): void {
    this.#consumers.push(consumer)
  }

  get width(): number {
    return this.#row().width
  }

  get height(): number {
    return this.#row().height
  }

  position(x: number, y: number): void {
    this.#place = { x, y }
  }

  toJson(): unknown[] {
    const row = this.#row()
    row.position(this.#place.x, this.#place.y)
    return row.toJson()
  }

  #row(): Row {
    const handled = this.#consumers.flatMap(handlerMetrics)
    if (handled.length === 0) return new Row()
    const near = this.#consumers.filter((consumer) => Stack.of(consumer) === this.#home)
    const queues: Readonly<Record<string, Axes>> =
      near.length === 0
        ? {}
        : {
            'Consumers: waiting, and oldest message (s)': {
              left: near.map((consumer) => consumer.metricWaiting({ label: labelled(consumer, 'waiting') })),
              right: near.map((consumer) =>
                consumer.metricOldestMessageAge({ label: labelled(consumer, 'oldest') }),
              ),
            },
            'Consumers: dead letters, undelivered': {
              left: near.flatMap((consumer) => [
                consumer.metricDeadLetters({ label: labelled(consumer, 'dead letters') }),
                consumer.metricUndelivered({ label: labelled(consumer, 'undelivered') }),
              ]),
            },
          }
    return new Row(...graphRow({ ...queues, 'Consumers: handled, duplicates, failed': { left: handled } }))
  }
}

function handlerMetrics(consumer: MonitoredConsumer): IMetric[] {
  const { handled, duplicate, failed } = CONSUMER_METRIC
  return [handled, duplicate, failed].map(
    (metricName) =>
      new Metric({
        namespace: METRICS_NAMESPACE,
        metricName,
        dimensionsMap: { [METRICS_DIMENSION]: consumer.consumerName },
        statistic: Stats.SUM,
        label: labelled(consumer, metricName),
      }),
  )
}

function labelled({ consumerName }: MonitoredConsumer, what: string): string {
  return `${consumerName}: ${what}`
}
