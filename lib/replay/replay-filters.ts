/** Which events are meant; what is absent restricts nothing. */
export interface ReplayFilters {
  /** Occurred then or later. ISO 8601, UTC, milliseconds. */
  readonly since?: string
  /** Occurred before. ISO 8601, UTC, milliseconds. */
  readonly until?: string
  /** One of these; absent, not empty, for all. */
  readonly eventTypes?: readonly string[]
  readonly aggregate?: { readonly aggregateType: string; readonly aggregateId: string }
  /** All of these pairs in `metadata.context`. */
  readonly context?: Readonly<Record<string, string>>
  readonly eventId?: string
}
