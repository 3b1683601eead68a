import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { EventDefinition } from '../event/event-definition.js'
import type { Transaction } from '../outbox/transaction.js'
import type { ConsumedEvent } from './consumed-event.js'

/** What a consumer needs of a definition. */
export type ConsumedDefinition<
  Type extends string = string,
  Schema extends StandardSchemaV1 = StandardSchemaV1,
> = Pick<EventDefinition<Type, Schema>, 'type' | 'version' | 'aggregateType' | 'schema' | 'upcast'>

/** What `on` makes. A `transactional` one wants a transaction, so its consumer must have an inbox that commits one. */
export interface Subscription<Kind extends 'plain' | 'transactional' = 'plain' | 'transactional'> {
  readonly kind: Kind
  readonly definition: ConsumedDefinition
  readonly handler: (event: ConsumedEvent, tx?: Transaction) => unknown
}
