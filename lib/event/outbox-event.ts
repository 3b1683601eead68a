/** An event that is validated and has its identity, but is not yet part of a transaction. Only `create` makes one. */
export interface OutboxEvent<Type extends string = string, Data = unknown> {
  /** UUIDv7: what consumers deduplicate by. */
  readonly eventId: string
  readonly eventType: Type
  readonly schemaVersion: number
  readonly aggregateType: string
  readonly aggregateId: string
  readonly aggregateVersion?: number
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string
  readonly availableAt?: Date
  readonly correlationId?: string
  readonly causationId?: string
  readonly traceparent?: string
  readonly context?: Readonly<Record<string, string>>
  readonly data: Data
  /** `data` as JSON, taken when the event was made: what is changed in `data` later does not count. */
  readonly dataText: string
}
