import type { OutgoingEvent } from '../destination/event-destination.js'
import { entryBytes } from '../event/entry-bytes.js'
import { wellFormedTraceHeader } from '../event/trace-header.js'
import {
  DETAIL_TYPE_MAX_CHARACTERS,
  PUT_EVENTS_MAX_BYTES,
  RESERVED_SOURCE,
  SOURCE_MAX_CHARACTERS,
} from '../limits.js'
import { ATTRIBUTE } from '../store/layout.js'
import { type RowKey, rowIdentity } from '../store/row-key.js'
import type { PendingRow, RowFault } from './pending-row.js'

/** A count that was edited into something huge must still be able to grow. */
const MAX_COUNT = 1_000_000

/** Date.parse alone takes much else, and reads it in the time zone of the machine. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/**
 * A stored row as delivery needs it. People edit rows by hand, and a table may hold foreign items under our
 * prefix: what is no outbox row gives undefined; an outbox row whose event cannot be sent keeps the fault.
 */
export function readRow(item: Readonly<Record<string, unknown>>, key: RowKey): PendingRow | undefined {
  const identity = rowIdentity(key)
  const shard = text(item[ATTRIBUTE.shard])
  const due = text(item[ATTRIBUTE.due])
  if (identity === undefined || shard === undefined || due === undefined) return undefined
  const event = outgoingEvent(item)
  return {
    key,
    identity,
    shard,
    due,
    ...(isFault(event) ? { fault: event } : { event }),
    sequence: text(item[ATTRIBUTE.sequence]),
    attempts: count(item[ATTRIBUTE.attempts]),
    deaths: count(item[ATTRIBUTE.deaths]),
    claims: count(item[ATTRIBUTE.claims]),
    failedAt: time(item[ATTRIBUTE.failedAt]),
    raw: item,
  }
}

function outgoingEvent(item: Readonly<Record<string, unknown>>): OutgoingEvent | RowFault {
  const source = text(item[ATTRIBUTE.source])
  const type = text(item[ATTRIBUTE.type])
  const detail = text(item[ATTRIBUTE.detail])
  const occurredAt = time(item[ATTRIBUTE.time])
  if (source === undefined || source.length > SOURCE_MAX_CHARACTERS)
    return fault(ATTRIBUTE.source, `be a string of 1 to ${SOURCE_MAX_CHARACTERS} characters`)
  if (RESERVED_SOURCE.test(source)) return fault(ATTRIBUTE.source, 'not begin with `aws.`')
  if (type === undefined || type.length > DETAIL_TYPE_MAX_CHARACTERS)
    return fault(ATTRIBUTE.type, `be a string of 1 to ${DETAIL_TYPE_MAX_CHARACTERS} characters`)
  if (occurredAt === undefined) return fault(ATTRIBUTE.time, 'be an ISO 8601 time in UTC')
  if (detail === undefined || !isJsonObject(detail))
    return fault(ATTRIBUTE.detail, 'be the text of a JSON object')
  const event = {
    source,
    type,
    detail,
    time: occurredAt,
    traceHeader: wellFormedTraceHeader(item[ATTRIBUTE.trace]),
  }
  if (entryBytes(event) >= PUT_EVENTS_MAX_BYTES)
    return fault(ATTRIBUTE.detail, `make an entry of less than ${PUT_EVENTS_MAX_BYTES} bytes`)
  return event
}

function isJsonObject(detail: string): boolean {
  try {
    const value: unknown = JSON.parse(detail)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    // The parser's message quotes the payload, so it goes nowhere.
    return false
  }
}

function fault(attribute: string, rule: string): RowFault {
  return { code: 'InvalidRow', message: `Expected the row's \`${attribute}\` to ${rule}` }
}

function isFault(value: OutgoingEvent | RowFault): value is RowFault {
  return 'code' in value
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 ? value : undefined
}

/** A time that was edited into something else tells nothing. */
function time(value: unknown): string | undefined {
  return typeof value === 'string' && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? Math.min(value, MAX_COUNT)
    : 0
}
