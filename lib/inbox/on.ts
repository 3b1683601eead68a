import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Transaction } from '../outbox/transaction.js'
import type { ConsumedEvent } from './consumed-event.js'
import type { ConsumedDefinition, Subscription } from './subscription.js'

/**
 * What a consumer does with a type of event. The event's `data` is typed by the definition's schema. A handler that
 * takes `tx` needs a consumer with `inbox: { effects: 'transaction' }`, and writes its effects to it; it may run
 * more than once, and only its last run commits. The message is done when the handler's promise resolves, and comes
 * again when it rejects.
 *
 *     on(orderPaid, async (event, tx) => tx.put({ Item: { pk: event.data.paymentId } }))
 */
export function on<Type extends string, Schema extends StandardSchemaV1>(
  definition: ConsumedDefinition<Type, Schema>,
  handler: (event: ConsumedEvent<Type, StandardSchemaV1.InferOutput<Schema>>) => unknown,
): Subscription<'plain'>
export function on<Type extends string, Schema extends StandardSchemaV1>(
  definition: ConsumedDefinition<Type, Schema>,
  handler: (event: ConsumedEvent<Type, StandardSchemaV1.InferOutput<Schema>>, tx: Transaction) => unknown,
): Subscription<'transactional'>
export function on(
  definition: ConsumedDefinition,
  handler: (event: never, tx: never) => unknown,
): Subscription {
  // The consumer calls it with what the overloads demand: data that the definition's schema has validated.
  return {
    kind: handler.length > 1 ? 'transactional' : 'plain',
    definition,
    handler: handler as Subscription['handler'],
  }
}
