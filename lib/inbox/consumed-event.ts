import type { EventOrder } from './event-order.js'
import type { Metadata } from './read-message.js'

/** An event as a consumer gets it: validated, and in the shape of the version that the consumer's definition has. */
export interface ConsumedEvent<Type extends string = string, Data = unknown>
  extends Omit<Metadata, 'eventType' | 'context' | 'contextSignature'> {
  readonly eventType: Type
  /** Of the shape of the definition's version, whatever `schemaVersion` it was published in. */
  readonly data: Data
  /** Small facts such as the tenant; verified when the consumer has a `contextSigner`. */
  readonly context: Readonly<Record<string, string>>
  /**
   * How it stands to what this consumer has handled of the same aggregate; absent without a transactional inbox, which
   * is what remembers that, and for events without `aggregateVersion`.
   */
  readonly order?: EventOrder
  /** It was delivered before and comes again on purpose. Unknown, hence false, where only `$.detail` arrives. */
  readonly isReplay: boolean
}
