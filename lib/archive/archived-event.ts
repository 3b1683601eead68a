/**
 * A line of an archive's object: one published event. Flat, so that Athena reads it as a row; what the event says is in
 * `detail`, the exact bytes that EventBridge got.
 */
export interface ArchivedEvent {
  /** UUIDv7. The same event may be archived twice: after a crash between writing the object and deleting the row. */
  readonly eventId: string
  /** EventBridge's `detail-type`. */
  readonly eventType: string
  /** EventBridge's `source`. */
  readonly source: string
  readonly aggregateType: string
  readonly aggregateId: string
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string
  /** When EventBridge took it. ISO 8601, UTC, milliseconds. */
  readonly publishedAt: string
  /** The text of a JSON object: `{ "metadata": …, "data": … }`. */
  readonly detail: string
  /** X-Ray header of the writer. */
  readonly traceHeader?: string
  /** How often it was dead before it was delivered. */
  readonly deaths?: number
  /** When it was last redriven. ISO 8601, UTC. */
  readonly redrivenAt?: string
  /** The principal, as the redrive told it. */
  readonly redrivenBy?: string
}
