import type { QueueStatistics } from '../worker-message.js'
import type { SqsQueue } from './fauxqs-modules.js'
import type { StoredMessage } from './stored-message.js'

/** A message received more often is left out of the age: it would hide all others. */
const POISONOUS_RECEIVES = 3

/** What the emulator does not know of a queue. */
export class QueueState {
  /** No message was sent before. It may be earlier than the oldest message, never later. */
  oldestSent: number = Number.POSITIVE_INFINITY
  readonly #queue: SqsQueue

  constructor(queue: SqsQueue) {
    this.#queue = queue
  }

  get retention(): number {
    return Number(this.#queue.attributes['MessageRetentionPeriod']) * 1000
  }

  /** Every message, in no order. */
  messages(): StoredMessage[] {
    const { ready, delayed, inflight } = this.#queue.inspectMessages()
    return [...ready, ...delayed, ...inflight.map(({ message }) => message)]
  }

  /** When the queue changes by itself next; infinite when it does not. Milliseconds since the epoch. */
  due(): number {
    const { inflightMessages, delayedMessages, fifoDelayed, messages, fifoMessages } = this.#queue
    let due = Number.POSITIVE_INFINITY
    for (const { visibilityDeadline } of inflightMessages.values()) due = Math.min(due, visibilityDeadline)
    for (const group of [delayedMessages, ...fifoDelayed.values()]) {
      for (const { delayUntil = 0 } of group) due = Math.min(due, delayUntil)
    }
    if (due === Number.POSITIVE_INFINITY && messages.length === 0 && fifoMessages.size === 0) {
      this.oldestSent = Number.POSITIVE_INFINITY
    }
    return Math.min(due, this.oldestSent + this.retention)
  }

  statistics(): QueueStatistics {
    const queue = this.#queue
    const attribute = (name: Parameters<typeof queue.getAttribute>[0]): number =>
      Number(queue.getAttribute(name) ?? 0)
    const oldest = this.messages()
      .filter(({ approximateReceiveCount: count }) => count <= POISONOUS_RECEIVES)
      .reduce(
        (earliest, { enqueuedAt = Number.POSITIVE_INFINITY }) => Math.min(earliest, enqueuedAt),
        Number.POSITIVE_INFINITY,
      )
    return {
      queueName: queue.name,
      approximateNumberOfMessagesVisible: attribute('ApproximateNumberOfMessages'),
      approximateNumberOfMessagesNotVisible: attribute('ApproximateNumberOfMessagesNotVisible'),
      approximateNumberOfMessagesDelayed: attribute('ApproximateNumberOfMessagesDelayed'),
      ...(oldest === Number.POSITIVE_INFINITY ? {} : { oldestMessageAt: oldest }),
    }
  }
}
