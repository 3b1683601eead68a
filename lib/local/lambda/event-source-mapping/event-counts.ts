import type { MappingEnvironment } from './mapping-environment.js'
import type { MappingSettings } from './mapping-settings.js'

export type EventCount =
  | 'DeletedEventCount'
  | 'DroppedEventCount'
  | 'FailedInvokeEventCount'
  | 'FilteredOutEventCount'
  | 'InvokedEventCount'
  | 'OnFailureDestinationDeliveredEventCount'
  | 'PolledEventCount'

/**
 * What became of the records or messages of a mapping; recorded when its `MetricsConfig` asks for `EventCount`.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics
 */
export class EventCounts {
  readonly #settings: Pick<MappingSettings, 'uuid' | 'countsEvents'>
  readonly #environment: Pick<MappingEnvironment, 'clock' | 'local'>

  constructor(
    settings: Pick<MappingSettings, 'uuid' | 'countsEvents'>,
    environment: Pick<MappingEnvironment, 'clock' | 'local'>,
  ) {
    this.#settings = settings
    this.#environment = environment
  }

  count(name: EventCount, value: number): void {
    const { uuid, countsEvents } = this.#settings
    if (!countsEvents) return
    const { local, clock } = this.#environment
    local.spies.recordMetric({
      namespace: 'AWS/Lambda',
      name,
      dimensions: { EventSourceMappingUUID: uuid },
      value,
      unit: 'Count',
      at: new Date(clock.now()),
    })
  }
}
