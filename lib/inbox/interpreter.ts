import { OutboxError } from '../errors.js'
import type { ContextSigner } from '../event/context-signer.js'
import type { ConsumedEvent } from './consumed-event.js'
import { readData } from './read-data.js'
import type { Message, Metadata } from './read-message.js'
import type { Subscription } from './subscription.js'
import { verifyContext } from './verify-context.js'

export interface InterpreterOptions {
  readonly subscriptions: readonly Subscription[]
  readonly onUnknown: 'fail' | 'ignore' | Subscription['handler']
  readonly onReplay: 'handle' | 'ignore'
  readonly contextSigner?: ContextSigner
}

/** What a message asks of the consumer. */
export type Task =
  | {
      readonly kind: 'handle'
      readonly metadata: Metadata
      readonly event: ConsumedEvent
      readonly handler: Subscription['handler']
    }
  /** Nothing, and never will. */
  | { readonly kind: 'ignore'; readonly metadata: Metadata; readonly reason: 'unknown' | 'replay' }

/** Turns messages into tasks: whatever is wrong with one is found here, before anything is done. */
export class Interpreter {
  readonly #options: InterpreterOptions
  readonly #byType: ReadonlyMap<string, Subscription>

  constructor(options: InterpreterOptions) {
    this.#options = options
    this.#byType = new Map(
      options.subscriptions.map((subscription) => [subscription.definition.type, subscription]),
    )
  }

  /**
   * @throws OutboxError INVALID_EVENT for what does not fit its definition
   * @throws OutboxError UNKNOWN_EVENT, UNSUPPORTED_VERSION
   */
  async interpret(message: Message): Promise<Task> {
    const { metadata, isReplay } = message
    const { onReplay, onUnknown, contextSigner } = this.#options
    if (isReplay && onReplay === 'ignore') return { kind: 'ignore', metadata, reason: 'replay' }
    // Before anything is remembered of it: a forged event must not pass for one that was handled.
    if (contextSigner !== undefined) await verifyContext(metadata, contextSigner)
    const subscription = this.#byType.get(metadata.eventType)
    if (subscription === undefined) {
      if (onUnknown === 'ignore') return { kind: 'ignore', metadata, reason: 'unknown' }
      if (onUnknown === 'fail') throw this.#unknown(metadata)
      return { kind: 'handle', metadata, event: eventOf(message, message.data), handler: onUnknown }
    }
    const { definition, handler } = subscription
    if (definition.aggregateType !== metadata.aggregateType)
      throw new OutboxError(
        'INVALID_EVENT',
        `Expected \`metadata.aggregateType\` of event \`${metadata.eventType}\` to be \`${definition.aggregateType}\`, as in its definition, got another: two services publish this type`,
        { path: 'metadata.aggregateType', eventId: metadata.eventId, eventType: metadata.eventType },
      )
    return { kind: 'handle', metadata, event: eventOf(message, readData(definition, message)), handler }
  }

  #unknown({ eventId, eventType }: Metadata): OutboxError {
    return new OutboxError(
      'UNKNOWN_EVENT',
      `No handler for event \`${eventType}\`; this consumer has one for ${[...this.#byType.keys()].join(', ')}. Add \`on(definition, …)\`, narrow the rule, or set \`onUnknown: 'ignore'\``,
      { path: 'metadata.eventType', eventId, eventType },
    )
  }
}

/** Known members only: whoever may publish on the bus must not say what the consumer says (`order`). */
function eventOf({ metadata, isReplay }: Message, data: unknown): ConsumedEvent {
  return {
    eventId: metadata.eventId,
    eventType: metadata.eventType,
    schemaVersion: metadata.schemaVersion,
    aggregateType: metadata.aggregateType,
    aggregateId: metadata.aggregateId,
    aggregateVersion: metadata.aggregateVersion,
    eventIndex: metadata.eventIndex,
    eventCount: metadata.eventCount,
    occurredAt: metadata.occurredAt,
    correlationId: metadata.correlationId,
    causationId: metadata.causationId,
    traceparent: metadata.traceparent,
    context: metadata.context ?? {},
    data,
    isReplay,
  }
}
