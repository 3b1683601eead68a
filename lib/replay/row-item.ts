import { isPlainObject } from '../event/is-plain-object.js'
import { wellFormedTraceHeader } from '../event/trace-header.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { StoredRow } from '../store/outbox-store.js'
import { type RowKey, rowIdentity } from '../store/row-key.js'
import type { SourceItem } from './source-item.js'

/** What a row is to a replay. People edit rows: anything may stand in it. */
export function rowItem(key: RowKey, row: StoredRow, position: string): SourceItem {
  if (row[ATTRIBUTE.status] !== 'PUBLISHED') return { kind: 'unpublished', position }
  const identity = rowIdentity(key)
  const source = row[ATTRIBUTE.source]
  const eventType = row[ATTRIBUTE.type]
  const detail = row[ATTRIBUTE.detail]
  const occurredAt = row[ATTRIBUTE.time]
  const fault = (what: string, rule: string): SourceItem => ({
    kind: 'malformed',
    place: `the row of event ${identity?.eventId ?? key.sort ?? ''}`,
    reason: `${what} is no ${rule}`,
    position,
  })
  if (identity === undefined) return fault('its key', "outbox row's")
  if (!isText(source)) return fault(`\`${ATTRIBUTE.source}\``, 'text')
  if (!isText(eventType)) return fault(`\`${ATTRIBUTE.type}\``, 'text')
  if (!isText(occurredAt) || Number.isNaN(Date.parse(occurredAt)))
    return fault(`\`${ATTRIBUTE.time}\``, 'time')
  if (!isText(detail) || !isJsonObject(detail))
    return fault(`\`${ATTRIBUTE.detail}\``, 'text of a JSON object')
  const traceHeader = wellFormedTraceHeader(row[ATTRIBUTE.trace])
  const event = { ...identity, eventType, source, occurredAt, detail }
  return { kind: 'event', event: traceHeader === undefined ? event : { ...event, traceHeader }, position }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isJsonObject(text: string): boolean {
  try {
    return isPlainObject(JSON.parse(text))
  } catch {
    // The parser's message quotes the payload.
    return false
  }
}
