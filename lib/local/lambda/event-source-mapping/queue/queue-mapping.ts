import { EventCounts } from '../event-counts.js'
import type { EventSourceMapping } from '../event-source-mapping.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings } from '../mapping-settings.js'
import { BatchCollector } from './batch-collector.js'
import { BatchConcurrency } from './batch-concurrency.js'
import { BatchProcessor } from './batch-processor.js'
import type { QueueClient } from './queue-client.js'

/** Milliseconds. Between attempts to receive while the queue cannot be read. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/**
 * One long poll at a time feeds several invocations at once. A FIFO queue keeps the order of its groups by itself: it
 * gives nothing of a group of which a batch is under way.
 */
export class QueueMapping implements EventSourceMapping {
  readonly settings: MappingSettings
  readonly #environment: MappingEnvironment
  readonly #collector: BatchCollector
  readonly #processor: BatchProcessor
  #polling: AbortController | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(settings: MappingSettings, environment: MappingEnvironment, queue: QueueClient) {
    this.settings = settings
    this.#environment = environment
    const counts = new EventCounts(settings, environment)
    this.#collector = new BatchCollector(settings, queue, environment.clock, counts)
    this.#processor = new BatchProcessor(settings, environment, queue, counts)
  }

  get enabled(): boolean {
    return this.#polling !== undefined
  }

  enable(): void {
    if (this.#polling !== undefined) return
    const polling = new AbortController()
    this.#polling = polling
    this.#ended = this.#ended.then(() => this.#poll(polling.signal))
  }

  async disable(): Promise<void> {
    this.#polling?.abort()
    this.#polling = undefined
    await this.#ended
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { source } = this.settings
    const { clock } = this.#environment
    const concurrency = new BatchConcurrency(source.kind === 'queue' ? source.maximumConcurrency : undefined)
    const underWay = new Set<Promise<void>>()
    let failures = 0
    while (!signal.aborted) {
      if (concurrency.isFull(underWay.size, clock.now())) {
        await this.#room(underWay, concurrency.untilMore(clock.now()), signal)
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
        await clock.sleep(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)), signal)
      }
    }
    await Promise.all(underWay)
  }

  /** Resolves when a batch is done, or when more may be under way. */
  async #room(
    underWay: ReadonlySet<Promise<void>>,
    untilMore: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (untilMore === undefined) {
      await Promise.race(underWay)
      return
    }
    const done = new AbortController()
    const more = this.#environment.clock.sleep(untilMore, AbortSignal.any([signal, done.signal]))
    await Promise.race([...underWay, more])
    done.abort()
  }

  #warn(error: unknown): void {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    this.#environment.local.spies.warn(
      `The mapping of ${this.settings.functionName} cannot read ${this.settings.eventSourceArn}, and tries on: ${reason}`,
    )
  }
}
