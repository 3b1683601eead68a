export type { Clock } from './clock.js'
export type { KeyNames } from './environment.js'
export { isOutboxError, OutboxError, type OutboxErrorCode, type OutboxErrorDetails } from './errors.js'
export type { ContextSigner } from './event/context-signer.js'
export { defineEvent } from './event/define-event.js'
export type { EventDefinition, EventDefinitionOptions, EventInput, Upcast } from './event/event-definition.js'
export { hmacContextSigner } from './event/hmac-context-signer.js'
export type { OutboxEvent } from './event/outbox-event.js'
export type { ConsumedEvent } from './inbox/consumed-event.js'
export type {
  ConsumerOptions,
  HoldSettings,
  OutsideEffectsSettings,
  PlainConsumerOptions,
  TransactionalConsumerOptions,
  TransactionalInboxSettings,
} from './inbox/consumer-options.js'
export { type ConsumerHandler, createConsumer } from './inbox/create-consumer.js'
export type { EventOrder } from './inbox/event-order.js'
export { on } from './inbox/on.js'
export type { ConsumedDefinition, Subscription } from './inbox/subscription.js'
export type { CheckAction, DeleteAction, PutAction, UpdateAction } from './outbox/action.js'
export type { EventBatch, EventPut } from './outbox/event-batch.js'
export { Outbox } from './outbox/outbox.js'
export type { OutboxOptions } from './outbox/outbox-options.js'
export type { Transaction } from './outbox/transaction.js'
export type { UnitOfWork } from './outbox/unit-of-work.js'
