import type { Message } from '@aws-sdk/client-sqs'
import type { Clock } from '../../../clock.js'
import type { MappingSettings } from '../mapping-settings.js'
import { passesFilters } from './passes-filters.js'
import { type QueueClient, RECEIVE_MAXIMUM_WAIT_SECONDS } from './queue-client.js'

export type CollectorSettings = Pick<
  MappingSettings,
  'batchSize' | 'batchingWindowSeconds' | 'filters' | 'eventSourceArn'
>
export type CollectorQueue = Pick<QueueClient, 'receive' | 'delete' | 'release'>

/** Receives messages until the batch is full or its window is over. */
export class BatchCollector {
  readonly #settings: CollectorSettings
  readonly #queue: CollectorQueue
  readonly #clock: Clock

  constructor(settings: CollectorSettings, queue: CollectorQueue, clock: Clock) {
    this.#settings = settings
    this.#queue = queue
    this.#clock = clock
  }

  /**
   * The window begins with the first message that goes through the filters; those that do not are deleted. Aborted,
   * it gives back what it has and ends with nothing.
   */
  async collect(signal: AbortSignal): Promise<readonly Message[]> {
    const { batchSize, batchingWindowSeconds } = this.#settings
    const batch: Message[] = []
    let windowEnd = Number.POSITIVE_INFINITY
    try {
      while (!signal.aborted && batch.length < batchSize && this.#clock.now() < windowEnd) {
        const wait = this.#secondsUntil(windowEnd)
        const passed = await this.#receive(batchSize - batch.length, wait, signal)
        if (batch.length === 0 && passed.length > 0) {
          windowEnd = this.#clock.now() + batchingWindowSeconds * 1000
        }
        batch.push(...passed)
      }
    } catch (error) {
      // What was received before the queue became unreadable is a batch.
      if (batch.length === 0) throw error
    }
    if (!signal.aborted) return batch
    await this.#queue.release(batch)
    return []
  }

  async #receive(maximum: number, waitSeconds: number, signal: AbortSignal): Promise<readonly Message[]> {
    const messages = await this.#queue.receive(maximum, waitSeconds, signal)
    const passed = messages.filter((message) => passesFilters(message, this.#settings))
    await this.#queue.delete(messages.filter((message) => !passed.includes(message)))
    return passed
  }

  /** At least 1: without waiting, the last part of a window would be a storm of calls. */
  #secondsUntil(windowEnd: number): number {
    const seconds = Math.max(1, Math.floor((windowEnd - this.#clock.now()) / 1000))
    return Math.min(RECEIVE_MAXIMUM_WAIT_SECONDS, seconds)
  }
}
