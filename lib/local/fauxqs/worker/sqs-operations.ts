import { isRecord, type JsonRecord } from '../../record.js'
import type { QueueStatistics, SqsAnswer } from '../worker-message.js'
import { type FauxqsModules, isSqsError, type SqsQueue } from './fauxqs-modules.js'
import { groupOf, insertIntoGroup, unlockGroup } from './message-groups.js'
import { MoveTasks } from './move-tasks.js'
import { QueueStore, type QueueStoreOptions } from './queue-store.js'
import { receiveMessages } from './receive-messages.js'
import { assertRedrivePolicies, deadLetterSources } from './redrive-policy.js'
import type { StoredMessage } from './stored-message.js'

/**
 * The operations of SQS's API: the emulator's, with what AWS does besides, and those that it does not have. None waits
 * for anything outside, so each has ended when the next message reaches the worker.
 */
export class SqsOperations {
  readonly #queues: QueueStore
  readonly #moves: MoveTasks
  readonly #modules: FauxqsModules
  /** By id: the messages of the send under way. */
  readonly #enqueued = new Map<string, StoredMessage>()

  constructor(modules: FauxqsModules, options: Omit<QueueStoreOptions, 'onEnqueued'>) {
    this.#modules = modules
    this.#queues = new QueueStore(modules, {
      ...options,
      onEnqueued: (message) => this.#enqueued.set(message.messageId, message),
    })
    this.#moves = new MoveTasks(modules, this.#queues)
  }

  async call(operation: string, input: JsonRecord): Promise<SqsAnswer> {
    this.#enqueued.clear()
    try {
      if (operation === 'ReceiveMessage') {
        const queue = this.#queueOf(input)
        return {
          statusCode: 200,
          ...(await receiveMessages(this.#modules, this.#queues.store, queue, input)),
        }
      }
      return { statusCode: 200, body: await this.#answer(operation, input) }
    } catch (error) {
      if (!isSqsError(error)) throw error
      const { statusCode, queryErrorHeader } = error
      return { statusCode, body: error.toJSON(), queryError: queryErrorHeader }
    }
  }

  /** What is due by then happens. */
  settle(until: number): undefined {
    const now = Math.max(until, Date.now())
    this.#queues.settle(now)
    this.#moves.settle(now)
  }

  /** When the next change by itself is due. Milliseconds since the epoch; infinite when none is. */
  due(): number {
    return Math.min(this.#queues.due(), this.#moves.due())
  }

  statistics(): QueueStatistics[] {
    return this.#queues.statistics()
  }

  /** Messages that a receiver never got are there again, as if they had not been received. */
  takeBack(queueUrl: string, receipts: readonly string[]): undefined {
    const queue = this.#queues.store.getQueue(queueUrl)
    if (queue === undefined) return
    for (const receipt of [...receipts].reverse()) {
      const message = queue.inflightMessages.get(receipt)?.message
      if (message === undefined) continue
      queue.inflightMessages.delete(receipt)
      message.approximateReceiveCount -= 1
      if (!queue.isFifo()) {
        queue.messages.unshift(message)
        continue
      }
      unlockGroup(queue, groupOf(message))
      insertIntoGroup(queue, message)
    }
  }

  async #answer(operation: string, input: JsonRecord): Promise<JsonRecord> {
    switch (operation) {
      case 'StartMessageMoveTask':
        return this.#moves.start(input)
      case 'ListMessageMoveTasks':
        return this.#moves.list(input)
      case 'CancelMessageMoveTask':
        return this.#moves.cancel(input)
      case 'ListDeadLetterSourceQueues':
        return {
          queueUrls: deadLetterSources(this.#queues.store, this.#queueOf(input).arn).map(({ url }) => url),
        }
      case 'CreateQueue':
        this.#assertRedrivePolicies(input, String(input['QueueName']))
        break
      case 'SetQueueAttributes':
        this.#assertRedrivePolicies(input, this.#queueOf(input).name)
        break
      case 'DeleteMessage':
        this.#assertNotExpired(input)
        break
      default:
    }
    const output = await this.#emulated(operation, input)
    switch (operation) {
      case 'SendMessage':
        return { ...output, ...this.#completeSent(input, output) }
      case 'SendMessageBatch':
        return {
          ...output,
          Successful: recordsOf(output['Successful']).map((sent) => this.#sentEntry(input, sent)),
        }
      case 'DeleteMessageBatch':
        return this.#withoutExpired(input, output)
      case 'SetQueueAttributes':
        removeEmptyPolicies(this.#queueOf(input))
        return output
      default:
        return output
    }
  }

  async #emulated(operation: string, input: JsonRecord): Promise<JsonRecord> {
    const action = this.#modules.actions.get(operation)
    if (action === undefined)
      throw new this.#modules.SqsError('InvalidAction', `Unknown action: ${operation}`)
    return action(input, this.#queues.store, { headers: { host: 'localhost' } })
  }

  #sentEntry(input: JsonRecord, sent: JsonRecord): JsonRecord {
    const entry = recordsOf(input['Entries']).find(({ Id: id }) => id === sent['Id'])
    const queueUrl = input['QueueUrl']
    return { ...sent, ...this.#completeSent({ ...entry, QueueUrl: queueUrl }, sent) }
  }

  /** What the emulator leaves out: the trace header, and the group of a message in a standard (fair) queue. */
  #completeSent(entry: JsonRecord, sent: JsonRecord): JsonRecord {
    const message = this.#enqueued.get(String(sent['MessageId']))
    if (message === undefined) return {}
    if (typeof entry['MessageGroupId'] === 'string') message.messageGroupId = entry['MessageGroupId']
    const { MessageSystemAttributes: attributes } = entry
    const header = isRecord(attributes) ? attributes['AWSTraceHeader'] : undefined
    if (!isRecord(header) || typeof header['StringValue'] !== 'string') return {}
    message.traceHeader = header['StringValue']
    const digest = this.#modules.md5OfAttributes({
      AWSTraceHeader: { DataType: 'String', StringValue: message.traceHeader },
    })
    return { MD5OfMessageSystemAttributes: digest }
  }

  #assertRedrivePolicies({ Attributes: attributes }: JsonRecord, queueName: string): void {
    if (!isRecord(attributes)) return
    const texts = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
    const { store } = this.#queues
    assertRedrivePolicies(texts, queueName, this.#queues.arn(queueName), store, this.#modules.SqsError)
  }

  #assertNotExpired(input: JsonRecord): void {
    const receipt = String(input['ReceiptHandle'])
    if (!isExpired(this.#queueOf(input), receipt)) return
    throw new this.#modules.SqsError('InvalidParameterValue', expiredReason(receipt))
  }

  #withoutExpired(input: JsonRecord, output: JsonRecord): JsonRecord {
    const queue = this.#queueOf(input)
    const expired = recordsOf(input['Entries']).filter((entry) =>
      isExpired(queue, String(entry['ReceiptHandle'])),
    )
    const ids = new Set(expired.map(({ Id: id }) => id))
    return {
      Successful: recordsOf(output['Successful']).filter(({ Id: id }) => !ids.has(id)),
      Failed: expired.map(({ Id: id, ReceiptHandle: receipt }) => ({
        Id: id,
        SenderFault: true,
        Code: 'InvalidParameterValue',
        Message: expiredReason(String(receipt)),
      })),
    }
  }

  /** @throws SqsError QueueDoesNotExist */
  #queueOf({ QueueUrl: url }: JsonRecord): SqsQueue {
    const queue = typeof url === 'string' ? this.#queues.store.getQueue(url) : undefined
    if (queue === undefined) throw new this.#modules.QueueDoesNotExistError()
    return queue
  }
}

/** An empty policy takes the former one away. */
function removeEmptyPolicies({ attributes }: SqsQueue): void {
  for (const name of ['Policy', 'RedrivePolicy', 'RedriveAllowPolicy']) {
    if (attributes[name] === '') delete attributes[name]
  }
}

/** A message of a FIFO queue that is visible again cannot be deleted with its former receipt: its order is open. */
function isExpired(queue: SqsQueue, receipt: string): boolean {
  if (!queue.isFifo()) return false
  const has = (group: readonly StoredMessage[]): boolean =>
    group.some(({ latestReceipt }) => latestReceipt === receipt)
  return [...queue.fifoMessages.values()].some(has)
}

function expiredReason(receipt: string): string {
  return `Value ${receipt} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`
}

function recordsOf(list: unknown): readonly JsonRecord[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}
