import type { EventOrder } from './event-order.js'

/** An event as a consumer gets it: validated, and in the shape of the version that the consumer's definition has. */
export interface ConsumedEvent<Type extends string = string, Data = unknown> {
  /** UUIDv7. The same at every redelivery, redrive and replay: what to deduplicate by. */
  readonly eventId: string
  readonly eventType: Type
  /** Of the data as it was published; `data` has been brought to the definition's version. */
  readonly schemaVersion: number
  readonly aggregateType: string
  readonly aggregateId: string
  /** Of the aggregate after the change; absent when the writer claims no order. */
  readonly aggregateVersion?: number
  /** From 0, among the events that the transaction held for this aggregate. */
  readonly eventIndex: number
  readonly eventCount: number
  /**
   * How it stands to what this consumer has handled of the same aggregate; absent without a transactional inbox, which
   * is what remembers that, and for events without `aggregateVersion`.
   */
  readonly order?: EventOrder
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string
  readonly correlationId: string
  readonly causationId?: string
  /** W3C trace context. https://www.w3.org/TR/trace-context/ */
  readonly traceparent?: string
  /** Small facts such as the tenant; verified when the consumer has a `contextSigner`. */
  readonly context: Readonly<Record<string, string>>
  readonly data: Data
  /** It was delivered before and comes again on purpose. Unknown, hence false, where only `$.detail` arrives. */
  readonly isReplay: boolean
}
