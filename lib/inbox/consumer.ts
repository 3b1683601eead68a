import pMap from 'p-map'
import { isOutboxError, OutboxError } from '../errors.js'
import { ambientCause } from '../event/ambient-cause.js'
import { CONSUMER_METRIC } from '../telemetry.js'
import type { LogFields, TelemetrySink } from '../telemetry-sink.js'
import type { ConsumedEvent } from './consumed-event.js'
import type { EventOrder } from './event-order.js'
import type { Hold } from './hold.js'
import { inOrder } from './in-order.js'
import type { Interpreter, Task } from './interpreter.js'
import {
  type BatchResponse,
  type InvocationContext,
  isFifo,
  isQueueBatch,
  type QueueRecord,
} from './invocation.js'
import type { OutsideEffects } from './outside-effects.js'
import type { Message, Metadata } from './read-message.js'
import type { Handled, TransactionalInbox } from './transactional-inbox.js'

export interface ConsumerParts {
  readonly interpreter: Interpreter
  readonly telemetry: TelemetrySink
  /** Aggregates whose events are handled at once. */
  readonly concurrency: number
  /** At most one of them. @default - neither: an event is handled at each delivery */
  readonly inbox?: TransactionalInbox
  readonly outsideEffects?: OutsideEffects
  /** @default - an early event is handled when it comes */
  readonly hold?: Hold
  /** Unknown types belong to the history of the aggregate: they are remembered, without an effect. */
  readonly takesWholeHistory: boolean
  readonly onError?: (error: unknown, event: ConsumedEvent | undefined) => void
}

/** A message, as far as it could be read. */
type Delivery = { readonly record: QueueRecord } & (
  | { readonly message: Message }
  | { readonly message?: undefined; readonly error: unknown }
)

/** Where an invocation leaves no time for anything: what a context of Lambda would say. Milliseconds. */
const LONGEST_INVOCATION = 15 * 60 * 1000

/**
 * Handles what Lambda brings: a batch of a queue, or one event that EventBridge invoked the function with. Each message
 * is on its own: what fails comes again, and hides no success.
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
      this.#parts.telemetry.flush()
    }
  }

  async #handleBatch(records: readonly QueueRecord[], invocation: InvocationContext): Promise<BatchResponse> {
    const deliveries = records.map((record) => this.#read(record))
    const failed = records.some(isFifo)
      ? await this.#oneByOne(deliveries, invocation)
      : await this.#byAggregate(deliveries, invocation)
    return {
      batchItemFailures: records
        .filter((record) => failed.has(record))
        .map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  }

  /**
   * A FIFO queue gives back, in order, what the answer names: after a failure nothing may be handled any more.
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
   */
  async #oneByOne(
    deliveries: readonly Delivery[],
    invocation: InvocationContext,
  ): Promise<ReadonlySet<QueueRecord>> {
    const failed = new Set<QueueRecord>()
    for (const delivery of deliveries)
      if (failed.size > 0 || !(await this.#isDone(delivery, invocation))) failed.add(delivery.record)
    return failed
  }

  /** Events of one aggregate one after the other, in the order of its history as far as the batch has it. */
  async #byAggregate(
    deliveries: readonly Delivery[],
    invocation: InvocationContext,
  ): Promise<ReadonlySet<QueueRecord>> {
    const failed = new Set<QueueRecord>()
    await pMap(
      groups(deliveries),
      async (group) => {
        for (const delivery of group)
          if (!(await this.#isDone(delivery, invocation))) failed.add(delivery.record)
      },
      { concurrency: this.#parts.concurrency },
    )
    return failed
  }

  #read(record: QueueRecord): Delivery {
    try {
      return { record, message: this.#parts.interpreter.read(record.body) }
    } catch (error) {
      return { record, error }
    }
  }

  /** False when the message must come again. */
  async #isDone(delivery: Delivery, invocation: InvocationContext): Promise<boolean> {
    const { record, message } = delivery
    if (message === undefined) {
      this.#reportFailure(delivery.error, { messageId: record.messageId })
      return false
    }
    let event: ConsumedEvent | undefined
    try {
      const task = await this.#parts.interpreter.interpret(message)
      if (task.kind === 'handle') event = task.event
      const handled = await this.#run(task, invocation)
      if (handled?.kind !== 'early') return true
      return await this.#holdBack(record, message.metadata, handled.missing)
    } catch (error) {
      this.#reportFailure(error, { messageId: record.messageId, ...logged(message.metadata) }, event)
      return false
    }
  }

  async #handleSingle(event: unknown, invocation: InvocationContext): Promise<void> {
    let metadata: Metadata | undefined
    let consumed: ConsumedEvent | undefined
    try {
      const message = this.#parts.interpreter.read(event)
      metadata = message.metadata
      const task = await this.#parts.interpreter.interpret(message)
      if (task.kind === 'handle') consumed = task.event
      const handled = await this.#run(task, invocation)
      if (handled?.kind === 'early')
        throw new OutboxError(
          'INVALID_CONFIGURATION',
          'Expected the events of a consumer with `hold` to come through an SQS queue, got an invocation by EventBridge itself, which cannot wait: put a queue in between',
          { path: 'hold' },
        )
    } catch (error) {
      this.#reportFailure(error, metadata === undefined ? {} : logged(metadata), consumed)
      throw error
    }
  }

  /** Undefined when there was nothing to do. */
  async #run(task: Task, invocation: InvocationContext): Promise<Handled | undefined> {
    const { inbox, outsideEffects, telemetry, takesWholeHistory } = this.#parts
    const { metadata } = task
    if (task.kind === 'ignore') {
      telemetry.count(CONSUMER_METRIC.ignored, 1)
      if (task.reason !== 'unknown' || !takesWholeHistory) return undefined
    }
    const effect = (tx?: Parameters<Extract<Task, { kind: 'handle' }>['handler']>[1], order?: EventOrder) =>
      task.kind === 'ignore'
        ? undefined
        : task.handler(order === undefined ? task.event : { ...task.event, order }, tx)
    const handled = await ambientCause.run({ ...metadata, context: metadata.context ?? {} }, async () => {
      if (inbox !== undefined) return inbox.handle(metadata, effect)
      if (outsideEffects === undefined) await effect()
      else if (!(await outsideEffects.handle(metadata.eventId, effect, invocation)))
        return { kind: 'duplicate' } as const
      return { kind: 'handled' } as const
    })
    this.#report(handled, metadata, task.kind === 'handle')
    return handled
  }

  async #holdBack(record: QueueRecord, metadata: Metadata, missing: readonly string[]): Promise<boolean> {
    const { hold, telemetry } = this.#parts
    if (hold === undefined) return false
    const outcome = await hold.hold(record, metadata, missing)
    if (outcome === 'waits') {
      telemetry.count(CONSUMER_METRIC.held, 1)
      return false
    }
    telemetry.count(CONSUMER_METRIC.gapNotFilled, 1)
    telemetry.error(`An event is in the dead-letter queue: ${missing.join(', ')} did not come in time`, {
      messageId: record.messageId,
      ...logged(metadata),
    })
    return true
  }

  #report(handled: Handled, metadata: Metadata, isOurs: boolean): void {
    const { telemetry } = this.#parts
    if (handled.kind === 'duplicate') {
      telemetry.count(CONSUMER_METRIC.duplicate, 1)
      telemetry.info('An event was handled before', logged(metadata))
      return
    }
    if (handled.kind !== 'handled' || !isOurs) return
    telemetry.count(CONSUMER_METRIC.handled, 1)
    if (handled.order === 'gap') telemetry.count(CONSUMER_METRIC.gap, 1)
    if (handled.order === 'old') telemetry.count(CONSUMER_METRIC.late, 1)
  }

  /** Names and codes only: the message of a handler's error may quote the event. `onError` gets it all. */
  #reportFailure(error: unknown, fields: LogFields, event?: ConsumedEvent): void {
    const { telemetry, onError } = this.#parts
    telemetry.count(CONSUMER_METRIC.failed, 1)
    // What our own errors say names places, never values.
    const reason = isOutboxError(error) ? `. ${error.message}` : ''
    telemetry.error(`An event could not be handled; it comes again${reason}`, {
      ...fields,
      errorCode: codeOf(error),
    })
    try {
      onError?.(error, event)
    } catch (thrown) {
      // It must not take the other messages of the batch with it.
      telemetry.error('`onError` of the consumer has thrown', { ...fields, errorCode: codeOf(thrown) })
    }
  }
}

/** What cannot be read is a group of its own. */
function groups(deliveries: readonly Delivery[]): Delivery[][] {
  const byAggregate = new Map<string, (Delivery & { readonly message: Message })[]>()
  const alone: Delivery[][] = []
  for (const delivery of deliveries) {
    if (delivery.message === undefined) {
      alone.push([delivery])
      continue
    }
    const { aggregateType, aggregateId } = delivery.message.metadata
    const key = JSON.stringify([aggregateType, aggregateId])
    const group = byAggregate.get(key)
    if (group === undefined) byAggregate.set(key, [delivery])
    else group.push(delivery)
  }
  const sorted = [...byAggregate.values()].map((group) =>
    group.sort((a, b) => inOrder(a.message.metadata, b.message.metadata)),
  )
  return [...alone, ...sorted]
}

function logged({ eventId, eventType, aggregateType, aggregateId }: Metadata): LogFields {
  return { eventId, eventType, aggregateType, aggregateId }
}

function codeOf(error: unknown): string {
  if (isOutboxError(error)) return error.code
  return error instanceof Error ? error.name : 'UnknownError'
}
