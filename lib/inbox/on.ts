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
export function on<
  Type extends string,
  Schema extends StandardSchemaV1,
  Handler extends (
    event: ConsumedEvent<Type, StandardSchemaV1.InferOutput<Schema>>,
    tx: Transaction,
  ) => unknown,
>(definition: ConsumedDefinition<Type, Schema>, handler: Handler): Subscription<KindOf<Handler>> {
  return {
    kind: (handler.length > 1 ? 'transactional' : 'plain') as KindOf<Handler>,
    definition,
    // The consumer calls it with data that the definition's schema has validated, and with a transaction if it has one.
    handler: handler as unknown as Subscription['handler'],
  }
}

/** A handler that takes a second argument wants the transaction. */
type KindOf<Handler extends (...args: never) => unknown> =
  Parameters<Handler> extends readonly [unknown, unknown] ? 'transactional' : 'plain'
