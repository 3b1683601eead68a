/** An event as a consumer gets it: validated, and in the shape of the newest version that the consumer knows. */
export interface ConsumedEvent<Type extends string = string, Data = unknown> {
  /** UUIDv7. The same at every redelivery, redrive and replay: what to deduplicate by. */
  readonly eventId: string
  readonly eventType: Type
  /** Of the data as it was published; `data` has been brought to the definition's version. */
  readonly schemaVersion: number
  readonly aggregateType: string
  readonly aggregateId: string
  readonly aggregateVersion?: number
  /** From 0, among the events that the transaction held for this aggregate. */
  readonly eventIndex: number
  readonly eventCount: number
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string
  readonly correlationId: string
  readonly causationId?: string
  /** W3C trace context. */
  readonly traceparent?: string
  readonly context: Readonly<Record<string, string>>
  readonly data: Data
  /** It was delivered before and comes again on purpose. Unknown, hence false, where only `$.detail` arrives. */
  readonly isReplay: boolean
}
