import type { QueueStatistics } from '../worker-message.js'
import type { FauxqsModules, SqsQueue, SqsStore } from './fauxqs-modules.js'
import { insertIntoGroup } from './message-groups.js'
import { QueueState } from './queue-state.js'
import { settleDue } from './settle-due.js'
import type { StoredMessage } from './stored-message.js'
import { takeMessages } from './take-messages.js'

/** The account that the emulator puts into ARNs. */
const ENGINE_ACCOUNT = '000000000000'

export interface QueueStoreOptions {
  readonly region: string
  readonly accountId: string
  /** A message of the queue became visible, or the queue is gone. */
  readonly onRing: (queueName: string) => void
  readonly onEnqueued: (message: StoredMessage) => void
}

/**
 * The emulator's queues, under the ARNs of the local cloud's account and found by any form of their URL, and mended
 * where they are not like AWS's.
 */
export class QueueStore {
  readonly store: SqsStore
  readonly #options: QueueStoreOptions
  readonly #states = new Map<SqsQueue, QueueState>()

  constructor({ SqsStore }: FauxqsModules, options: QueueStoreOptions) {
    this.store = new SqsStore()
    this.#options = options
    this.store.region = options.region
    const create = this.store.createQueue.bind(this.store)
    const remove = this.store.deleteQueue.bind(this.store)
    const findByArn = this.store.getQueueByArn.bind(this.store)
    this.store.createQueue = (name, _url, _arn, attributes, tags) => {
      const queue = create(name, `/${options.accountId}/${name}`, this.arn(name), attributes, tags)
      this.#mend(queue)
      return queue
    }
    this.store.getQueue = (url) => this.store.getQueueByName(lastSegment(url))
    this.store.getQueueByArn = (arn) => findByArn(arn) ?? findByArn(this.#ownArn(arn))
    this.store.deleteQueue = (url) => {
      const queue = this.store.getQueue(url)
      if (queue === undefined) return false
      this.#states.delete(queue)
      options.onRing(queue.name)
      return remove(queue.url)
    }
  }

  arn(queueName: string): string {
    return `arn:aws:sqs:${this.#options.region}:${this.#options.accountId}:${queueName}`
  }

  /** What is due by then happens. */
  settle(now: number): void {
    for (const [queue, state] of this.#states) {
      if (state.due() <= now && settleDue(queue, state, now)) this.#options.onRing(queue.name)
    }
  }

  /** When the next change by itself is due. Milliseconds since the epoch; infinite when none is. */
  due(): number {
    let due = Number.POSITIVE_INFINITY
    for (const state of this.#states.values()) due = Math.min(due, state.due())
    return due
  }

  statistics(): QueueStatistics[] {
    return [...this.#states.values()].map((state) => state.statistics())
  }

  #mend(queue: SqsQueue): void {
    const state = new QueueState(queue)
    this.#states.set(queue, state)
    const { onRing, onEnqueued } = this.#options
    const enqueue = queue.enqueue.bind(queue)
    const changeVisibility = queue.changeVisibility.bind(queue)
    const remove = queue.deleteMessage.bind(queue)
    const ring = (): void => onRing(queue.name)
    queue.enqueue = (message: StoredMessage) => {
      message.enqueuedAt = Date.now()
      state.oldestSent = Math.min(state.oldestSent, message.sentTimestamp)
      onEnqueued(message)
      enqueue(message)
    }
    queue.dequeue = (maximum, visibilitySeconds) => {
      queue.processTimers()
      return takeMessages(queue, maximum, visibilitySeconds, this.store.getQueueByArn)
    }
    queue.processTimers = () => {
      if (settleDue(queue, state, Date.now())) ring()
    }
    queue.changeVisibility = (receipt, seconds) => {
      const message = queue.inflightMessages.get(receipt)?.message
      changeVisibility(receipt, seconds)
      // It was put before messages that came earlier.
      if (seconds === 0 && message !== undefined && queue.isFifo()) sortGroup(queue, message)
    }
    queue.deleteMessage = (receipt) => remove(receipt) || deleteVisible(queue, receipt)
    // Long polls wait elsewhere: the emulator wakes its own waiters at the same points.
    Object.assign(queue, { notifyWaiters: ring })
  }

  /** The emulator looks for queues of its own account. */
  #ownArn(arn: string): string {
    return arn.replace(`:${ENGINE_ACCOUNT}:`, `:${this.#options.accountId}:`)
  }
}

/**
 * The latest receipt of a message of a standard queue deletes it also after its visibility time-out.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessage.html
 */
function deleteVisible(queue: SqsQueue, receipt: string): boolean {
  const index = queue.messages.findIndex((message: StoredMessage) => message.latestReceipt === receipt)
  if (index === -1) return false
  queue.messages.splice(index, 1)
  return true
}

function sortGroup(queue: SqsQueue, message: StoredMessage): void {
  const group = queue.fifoMessages.get(message.messageGroupId ?? '') ?? []
  group.splice(group.indexOf(message), 1)
  insertIntoGroup(queue, message)
}

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
