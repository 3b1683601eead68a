import type { EventSourceMapping } from '../event-source-mapping.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings } from '../mapping-settings.js'
import { BatchCollector } from './batch-collector.js'
import { BatchProcessor } from './batch-processor.js'
import type { QueueClient } from './queue-client.js'

/** Lambda begins with five batches at once. */
const DEFAULT_CONCURRENCY = 5
/** Milliseconds. Between attempts to receive while the queue cannot be read. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 20_000

/** One long poll at a time feeds up to `MaximumConcurrency` invocations at once. */
export class QueueMapping implements EventSourceMapping {
  readonly settings: MappingSettings
  readonly #environment: MappingEnvironment
  readonly #queue: QueueClient
  readonly #collector: BatchCollector
  readonly #processor: BatchProcessor
  readonly #concurrency: number
  #polling: AbortController | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(settings: MappingSettings, environment: MappingEnvironment, queue: QueueClient) {
    this.settings = settings
    this.#environment = environment
    this.#queue = queue
    this.#collector = new BatchCollector(settings, queue, environment.clock)
    this.#processor = new BatchProcessor(settings, environment, queue)
    this.#concurrency = concurrencyOf(settings)
  }

  get enabled(): boolean {
    return this.#polling !== undefined
  }

  enable(): void {
    if (this.#polling !== undefined) return
    const polling = new AbortController()
    this.#polling = polling
    // After the last one's end: a queue in order has one batch at a time.
    this.#ended = this.#ended.then(() => this.#poll(polling.signal))
  }

  async disable(): Promise<void> {
    this.#polling?.abort()
    this.#polling = undefined
    await this.#ended
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const underWay = new Set<Promise<void>>()
    let failures = 0
    while (!signal.aborted) {
      if (underWay.size >= this.#concurrency) {
        await Promise.race(underWay)
        continue
      }
      try {
        const batch = await this.#collector.collect(signal)
        failures = 0
        if (batch.length === 0) continue
        const work = this.#processor.process(batch, signal).finally(() => underWay.delete(work))
        underWay.add(work)
      } catch (error) {
        failures += 1
        if (failures === 1) this.#warn(error)
        await this.#environment.clock.sleep(
          Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)),
          signal,
        )
      }
    }
    await Promise.all(underWay)
    this.#queue.disconnect()
  }

  #warn(error: unknown): void {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    this.#environment.local.spies.warn(
      `The mapping of ${this.settings.functionName} cannot read ${this.settings.eventSourceArn}, and tries on: ${reason}`,
    )
  }
}

/** The order of a FIFO queue's groups is kept by one batch at a time. */
function concurrencyOf({ source }: MappingSettings): number {
  if (source.kind !== 'queue' || source.fifo) return 1
  return source.maximumConcurrency ?? DEFAULT_CONCURRENCY
}
