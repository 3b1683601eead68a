import { ATTRIBUTE } from '../store/layout.js'
import type { StoredRow } from '../store/outbox-store.js'
import type { RowIdentity } from '../store/row-key.js'
import type { ArchivedEvent } from './archived-event.js'

/** What a person may have put into an attribute, and JSON does not know. */
function asJson(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...value]
  return typeof value === 'bigint' ? String(value) : value
}

/**
 * A published row as a line of an archive. Of a row that somebody edited, what there is: an archive judges nothing, and
 * what it does not keep is gone.
 */
export function archivedLine(row: StoredRow, { eventId, aggregateType, aggregateId }: RowIdentity): string {
  const event: { readonly [Name in keyof ArchivedEvent]: unknown } = {
    eventId,
    eventType: row[ATTRIBUTE.type],
    source: row[ATTRIBUTE.source],
    aggregateType,
    aggregateId,
    occurredAt: row[ATTRIBUTE.time],
    publishedAt: row[ATTRIBUTE.publishedAt],
    detail: row[ATTRIBUTE.detail],
    traceHeader: row[ATTRIBUTE.trace],
    deaths: row[ATTRIBUTE.deaths],
    redrivenAt: row[ATTRIBUTE.redrivenAt],
    redrivenBy: row[ATTRIBUTE.redrivenBy],
  }
  return `${JSON.stringify(event, asJson)}\n`
}
