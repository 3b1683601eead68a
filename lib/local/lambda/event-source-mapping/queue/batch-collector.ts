import type { Message } from '@aws-sdk/client-sqs'
import type { Clock } from '../../../clock.js'
import { SYNCHRONOUS_PAYLOAD_MAX_BYTES } from '../../lambda-limits.js'
import type { EventCounts } from '../event-counts.js'
import type { MappingSettings } from '../mapping-settings.js'
import { passesFilters } from './passes-filters.js'
import type { QueueClient } from './queue-client.js'

export type CollectorSettings = Pick<
  MappingSettings,
  'batchSize' | 'batchingWindowSeconds' | 'filters' | 'eventSourceArn'
>
export type CollectorQueue = Pick<QueueClient, 'receive' | 'delete' | 'release'>

/**
 * Receives messages until the batch is full by number or by bytes, or its window is over.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html#invocation-eventsourcemapping-batching
 */
export class BatchCollector {
  readonly #settings: CollectorSettings
  readonly #queue: CollectorQueue
  readonly #clock: Clock
  readonly #counts: Pick<EventCounts, 'count'>

  constructor(
    settings: CollectorSettings,
    queue: CollectorQueue,
    clock: Clock,
    counts: Pick<EventCounts, 'count'>,
  ) {
    this.#settings = settings
    this.#queue = queue
    this.#clock = clock
    this.#counts = counts
  }

  /**
   * The window begins with the first message that goes through the filters; those that do not are deleted. Aborted,
   * it gives back what it has and ends with nothing.
   */
  async collect(signal: AbortSignal): Promise<readonly Message[]> {
    const { batchSize, batchingWindowSeconds } = this.#settings
    const batch: Message[] = []
    let bytes = 0
    const window = new AbortController()
    const over = AbortSignal.any([signal, window.signal])
    try {
      while (!over.aborted && batch.length < batchSize && bytes < SYNCHRONOUS_PAYLOAD_MAX_BYTES) {
        const passed = await this.#receive(batchSize - batch.length, over)
        if (batch.length === 0 && passed.length > 0) {
          if (batchingWindowSeconds === 0) window.abort()
          else void this.#clock.sleep(batchingWindowSeconds * 1000, over).then(() => window.abort())
        }
        batch.push(...passed)
        for (const { Body: body = '' } of passed) bytes += Buffer.byteLength(body)
      }
    } catch (error) {
      // What was received before the queue became unreadable is a batch.
      if (batch.length === 0) throw error
    } finally {
      window.abort()
    }
    if (!signal.aborted) return batch
    await this.#queue.release(batch)
    return []
  }

  async #receive(maximum: number, signal: AbortSignal): Promise<readonly Message[]> {
    const messages = await this.#queue.receive(maximum, signal)
    const passed = messages.filter((message) => passesFilters(message, this.#settings))
    this.#counts.count('PolledEventCount', messages.length)
    if (this.#settings.filters.length > 0)
      this.#counts.count('FilteredOutEventCount', messages.length - passed.length)
    await this.#queue.delete(messages.filter((message) => !passed.includes(message)))
    return passed
  }
}
