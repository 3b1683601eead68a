import pMap from 'p-map'
import { errorName } from '../error-name.js'
import { OutboxError } from '../errors.js'
import { ambientCause } from '../event/ambient-cause.js'
import { byAggregate } from './by-aggregate.js'
import { byMessageGroup } from './by-message-group.js'
import type { ConsumedEvent } from './consumed-event.js'
import type { ConsumerReport } from './consumer-report.js'
import type { Delivery } from './delivery.js'
import type { Hold } from './hold.js'
import type { Interpreter, Task } from './interpreter.js'
import {
  type BatchResponse,
  type InvocationContext,
  isFifo,
  isQueueBatch,
  type QueueRecord,
} from './invocation.js'
import { isTellable } from './is-tellable.js'
import type { OutsideEffects } from './outside-effects.js'
import { type Message, type Metadata, readMessage } from './read-message.js'
import type { Effect, Handled, TransactionalInbox } from './transactional-inbox.js'
import { within } from './within.js'

export interface ConsumerParts {
  readonly interpreter: Interpreter
  readonly report: ConsumerReport
  /** Aggregates, or message groups, whose events are handled at once. */
  readonly concurrency: number
  /** At most one of them. @default - neither: an event is handled at each delivery */
  readonly inbox?: TransactionalInbox
  readonly outsideEffects?: OutsideEffects
  /** @default - an early event is handled when it comes */
  readonly hold?: Hold
  /** Unknown types belong to the history of the aggregate: they are remembered, without an effect. */
  readonly takesWholeHistory: boolean
  /** Contexts are verified before a handler sees them. */
  readonly verifiesContext: boolean
}

/** Where an invocation leaves no time for anything: what a context of Lambda would say. Milliseconds. */
const LONGEST_INVOCATION = 15 * 60 * 1000

/** Kept free for the answer: without one, what was done would come again with what was not. Milliseconds. */
const ANSWER_RESERVE = 1_000

/**
 * Handles what Lambda brings: a batch of a queue, or one event that EventBridge invoked the function with. Each message
 * is on its own: what fails, or is not done in time, comes again, and hides no success.
 */
export class Consumer {
  readonly #parts: ConsumerParts

  constructor(parts: ConsumerParts) {
    this.#parts = parts
  }

  /** @throws for a single event that fails, so that Lambda repeats it; of a batch the answer tells */
  async handle(event: unknown, context: InvocationContext | undefined): Promise<BatchResponse> {
    const invocation = context ?? { getRemainingTimeInMillis: () => LONGEST_INVOCATION }
    try {
      if (isQueueBatch(event)) return await this.#handleBatch(event.Records, invocation)
      await this.#handleSingle(event, invocation)
      return { batchItemFailures: [] }
    } finally {
      this.#parts.report.flush()
    }
  }

  async #handleBatch(records: readonly QueueRecord[], invocation: InvocationContext): Promise<BatchResponse> {
    const fifo = records.some(isFifo)
    if (fifo && this.#parts.hold !== undefined)
      throw new OutboxError(
        'INVALID_CONFIGURATION',
        'Expected the queue of a consumer with `hold` to be a standard one: a FIFO queue cannot hold one message and go on with the next',
        { path: 'hold' },
      )
    const deliveries = records.map((record) => this.#read(record))
    const groups = fifo ? byMessageGroup(deliveries) : byAggregate(deliveries)
    const failed = new Set<QueueRecord>()
    await pMap(
      groups,
      async (group) => {
        for (const delivery of group) {
          // A message group keeps its order: behind a failure nothing of it may be handled any more.
          const isBehind = fifo && group.some(({ record }) => failed.has(record))
          if (isBehind || !(await this.#isDone(delivery, invocation))) failed.add(delivery.record)
        }
      },
      { concurrency: this.#parts.concurrency },
    )
    return {
      batchItemFailures: records
        .filter((record) => failed.has(record))
        .map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  }

  #read(record: QueueRecord): Delivery {
    try {
      return { record, message: readMessage(record.body) }
    } catch (error) {
      return { record, error }
    }
  }

  /** False when the message must come again. */
  async #isDone(delivery: Delivery, invocation: InvocationContext): Promise<boolean> {
    const { report } = this.#parts
    const { record, message } = delivery
    const { messageId } = record
    if (message === undefined) {
      report.refused(delivery.error, { messageId })
      return false
    }
    const { metadata } = message
    const task = await this.#interpret(message, messageId)
    if (task === undefined) return false
    try {
      return await within(invocation.getRemainingTimeInMillis() - ANSWER_RESERVE, async () => {
        const handled = await this.#run(task, invocation)
        if (handled?.kind !== 'early') return true
        return await this.#holdBack(record, metadata, handled.missing)
      })
    } catch (error) {
      report.failed(error, { messageId, metadata, event: eventOf(task) })
      return false
    }
  }

  /** Undefined when the message is refused, which is reported. */
  async #interpret(message: Message, messageId: string): Promise<Task | undefined> {
    try {
      return await this.#parts.interpreter.interpret(message)
    } catch (error) {
      this.#parts.report.refused(error, { messageId, metadata: message.metadata })
      return undefined
    }
  }

  async #handleSingle(body: unknown, invocation: InvocationContext): Promise<void> {
    const { report, interpreter } = this.#parts
    let metadata: Metadata | undefined
    let task: Task
    try {
      const message = readMessage(body)
      metadata = message.metadata
      task = await interpreter.interpret(message)
    } catch (error) {
      report.refused(error, { metadata })
      throw asLogged(error)
    }
    try {
      const handled = await this.#run(task, invocation)
      if (handled?.kind === 'early')
        throw new OutboxError(
          'INVALID_CONFIGURATION',
          'Expected the events of a consumer with `hold` to come through an SQS queue, got an invocation by EventBridge itself, which cannot wait: put a queue in between',
          { path: 'hold' },
        )
    } catch (error) {
      report.failed(error, { metadata, event: eventOf(task) })
      throw asLogged(error)
    }
  }

  /** Undefined when there was nothing to do. */
  async #run(task: Task, invocation: InvocationContext): Promise<Handled | undefined> {
    const { inbox, outsideEffects, report, takesWholeHistory, verifiesContext } = this.#parts
    const { metadata } = task
    if (task.kind === 'ignore') {
      report.ignored()
      return takesWholeHistory && task.reason === 'unknown'
        ? inbox?.handle(metadata, () => undefined)
        : undefined
    }
    const effect: Effect = (tx, order) =>
      task.handler(order === undefined ? task.event : { ...task.event, order }, tx)
    const cause = { ...metadata, context: metadata.context ?? {}, isVerified: verifiesContext }
    const handled = await ambientCause.run(cause, async (): Promise<Handled> => {
      if (inbox !== undefined) return inbox.handle(metadata, effect)
      if (outsideEffects !== undefined) return outsideEffects.handle(metadata, effect, invocation)
      await effect()
      return { kind: 'handled' }
    })
    report.handled(handled, metadata)
    return handled
  }

  async #holdBack(record: QueueRecord, metadata: Metadata, missing: readonly string[]): Promise<boolean> {
    const { hold, report } = this.#parts
    if (hold === undefined) return false
    const outcome = await hold.hold(record, metadata, missing)
    report.held(outcome, missing, metadata)
    return outcome === 'dead'
  }
}

function eventOf(task: Task): ConsumedEvent | undefined {
  return task.kind === 'handle' ? task.event : undefined
}

/** Lambda logs what a function throws: of an error that is not ours, and may quote the event, only its name. */
function asLogged(error: unknown): Error {
  if (isTellable(error)) return error
  const told = new Error('An event could not be handled; see the log of the consumer, or use `onError`', {
    cause: error,
  })
  told.name = errorName(error)
  return told
}
