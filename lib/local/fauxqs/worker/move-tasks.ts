import { randomUUID } from 'node:crypto'
import { isRecord, type JsonRecord } from '../../record.js'
import type { FauxqsModules, SqsError, SqsQueue } from './fauxqs-modules.js'
import { groupOf } from './message-groups.js'
import { MoveTask } from './move-task.js'
import type { QueueStore } from './queue-store.js'
import { MOST_LISTED_TASKS, recentTasks } from './recent-tasks.js'
import { deadLetterSources } from './redrive-policy.js'
import type { StoredMessage } from './stored-message.js'

const MAX_RATE = 500

/**
 * Dead-letter queue redrive.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/troubleshooting-dlq-redrive.html
 */
export class MoveTasks {
  readonly #modules: FauxqsModules
  readonly #queues: QueueStore
  /** The latest first. */
  #tasks: MoveTask[] = []

  constructor(modules: FauxqsModules, queues: QueueStore) {
    this.#modules = modules
    this.#queues = queues
  }

  start({
    SourceArn: sourceArn,
    DestinationArn: destinationArn,
    MaxNumberOfMessagesPerSecond: rate,
  }: JsonRecord): JsonRecord {
    const source = this.#queueOf('SourceArn', sourceArn)
    if (deadLetterSources(this.#queues.store, source.arn).length === 0)
      throw this.#invalid('Source queue must be configured as a Dead Letter Queue.')
    const destination =
      destinationArn === undefined ? undefined : this.#queueOf('DestinationArn', destinationArn)
    if (destination === source)
      throw this.#invalid('Source queue and destination queue must not be the same.')
    if (destination !== undefined && destination.isFifo() !== source.isFifo())
      throw this.#invalid('Source queue and destination queue must be of the same type.')
    if (rate !== undefined && !(Number.isInteger(rate) && Number(rate) >= 1 && Number(rate) <= MAX_RATE))
      throw this.#invalid(
        `Value ${rate} for parameter MaxNumberOfMessagesPerSecond is invalid. Reason: Must be between 1 and ${MAX_RATE}.`,
      )
    if (this.#tasks.some((task) => task.source === source && task.active))
      throw this.#invalid(
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
      )
    const task = new MoveTask({
      taskId: randomUUID(),
      source,
      ...(destination === undefined ? {} : { destinationArn: destination.arn }),
      ...(rate === undefined ? {} : { rate: Number(rate) }),
      now: Date.now(),
      move: (message) => this.#move(message, source, destination?.arn),
    })
    this.#tasks = recentTasks([task, ...this.#tasks], (queue) => this.#exists(queue))
    return { TaskHandle: handleOf(task) }
  }

  list({ SourceArn: sourceArn, MaxResults: maxResults = 1 }: JsonRecord): JsonRecord {
    const source = this.#queueOf('SourceArn', sourceArn)
    const count = Number(maxResults)
    if (!(Number.isInteger(count) && count >= 1 && count <= MOST_LISTED_TASKS))
      throw this.#invalid(
        `Value ${maxResults} for parameter MaxResults is invalid. Reason: Must be between 1 and ${MOST_LISTED_TASKS}.`,
      )
    const tasks = this.#tasks.filter((task) => task.source === source).slice(0, count)
    return { Results: tasks.map(resultOf) }
  }

  cancel({ TaskHandle: handle }: JsonRecord): JsonRecord {
    const { taskId, sourceArn } = parseHandle(handle) ?? {}
    if (taskId === undefined || sourceArn === undefined)
      throw this.#invalid('Value for parameter TaskHandle is invalid.')
    const source = this.#queueOf('SourceArn', sourceArn)
    const task = this.#tasks.find((known) => known.taskId === taskId && known.source === source)
    if (task?.active !== true) throw this.#notFound('Task does not exist.')
    task.status = 'CANCELLING'
    return { ApproximateNumberOfMessagesMoved: task.moved }
  }

  settle(now: number): void {
    for (const task of this.#tasks) {
      if (task.due > now) continue
      if (this.#exists(task.source)) task.step(now)
      else task.fail(NON_EXISTENT_QUEUE)
    }
  }

  /** Milliseconds since the epoch; infinite when no task is active. */
  due(): number {
    return Math.min(...this.#tasks.map(({ due }) => due), Number.POSITIVE_INFINITY)
  }

  /** False when it was deleted meanwhile, or made anew under its name. */
  #exists(queue: SqsQueue): boolean {
    return this.#queues.store.getQueueByName(queue.name) === queue
  }

  /** It becomes a new message with a new id and time. Gives the reason why it cannot be moved. */
  #move(message: StoredMessage, source: SqsQueue, destinationArn: string | undefined): string | undefined {
    const arn = destinationArn ?? message.deadLetterSourceArn
    if (arn === undefined) return 'CouldNotDetermineMessageSource'
    const destination = this.#queues.store.getQueueByArn(arn)
    if (destination === undefined) return NON_EXISTENT_QUEUE
    take(message, source)
    const delay = Number(destination.attributes['DelaySeconds'])
    const moved: StoredMessage = this.#modules.SqsStore.createMessage(
      message.body,
      message.messageAttributes,
      delay > 0 ? delay : undefined,
      message.messageGroupId,
      message.messageDeduplicationId,
    )
    if (message.traceHeader !== undefined) moved.traceHeader = message.traceHeader
    if (destination.isFifo()) {
      moved.sequenceNumber = destination.nextSequenceNumber()
      destination.recordDeduplication(
        moved.messageDeduplicationId ?? moved.messageId,
        moved.messageId,
        moved.sequenceNumber,
      )
    }
    destination.enqueue(moved)
    return undefined
  }

  /** @throws SqsError ResourceNotFoundException */
  #queueOf(parameter: string, arn: unknown): SqsQueue {
    const queue = typeof arn === 'string' ? this.#queues.store.getQueueByArn(arn) : undefined
    if (queue !== undefined) return queue
    throw this.#notFound(`The resource that you specified for the ${parameter} parameter doesn't exist.`)
  }

  #notFound(message: string): SqsError {
    return new this.#modules.SqsError('ResourceNotFoundException', message, 404)
  }

  #invalid(message: string): SqsError {
    return new this.#modules.SqsError('InvalidParameterValue', message)
  }
}

const NON_EXISTENT_QUEUE = 'AWS.SimpleQueueService.NonExistentQueue'

function take(message: StoredMessage, queue: SqsQueue): void {
  const messages = queue.isFifo() ? (queue.fifoMessages.get(groupOf(message)) ?? []) : queue.messages
  messages.splice(messages.indexOf(message), 1)
  if (queue.isFifo() && messages.length === 0) queue.fifoMessages.delete(groupOf(message))
}

function resultOf(task: MoveTask): JsonRecord {
  return {
    // Only of a task that runs.
    ...(task.status === 'RUNNING' ? { TaskHandle: handleOf(task) } : {}),
    Status: task.status,
    SourceArn: task.source.arn,
    ...(task.destinationArn === undefined ? {} : { DestinationArn: task.destinationArn }),
    ...(task.rate === undefined ? {} : { MaxNumberOfMessagesPerSecond: task.rate }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(task.failureReason === undefined ? {} : { FailureReason: task.failureReason }),
    StartedTimestamp: task.startedTimestamp,
  }
}

function handleOf({ taskId, source }: MoveTask): string {
  return Buffer.from(JSON.stringify({ taskId, sourceArn: source.arn })).toString('base64')
}

function parseHandle(handle: unknown): { readonly taskId?: string; readonly sourceArn?: string } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(handle), 'base64').toString('utf8'))
    if (!isRecord(value)) return undefined
    const { taskId, sourceArn } = value
    return typeof taskId === 'string' && typeof sourceArn === 'string' ? { taskId, sourceArn } : undefined
  } catch {
    return undefined
  }
}
