import type { PendingRow } from '../delivery/pending-row.js'
import { escapeNoncharacters } from '../event/escape-noncharacters.js'
import { ATTRIBUTE } from '../store/layout.js'
import { jsonDepth } from './json-depth.js'

/** What a dead letter says of an event. The row, which stays in the table, is the truth. */
export interface Death {
  readonly row: PendingRow
  readonly diedAt: string
  readonly deaths: number
  readonly attempts: number
  readonly failedAt: string
  /** Short, without payload. */
  readonly errorCode: string
  readonly reason: string
}

export interface Notice {
  readonly body: string
  /** For the list of messages in the console. */
  readonly attributes: Readonly<Record<string, string>>
}

/** By these a message is known as a notice. */
export const NOTICE_KIND = 'outbox-dead-letter'
export const NOTICE_VERSION = 1

/** Above this the body is written without white space. Bytes. */
const PRETTY_BELOW = 256 * 1024
/** Above this the detail is left out. Bytes: SQS takes 1 MiB with the attributes. */
const WHOLE_BELOW = 1_000_000

const MAX_CHARACTERS_BESIDE = 1_000
const READABLE_DEPTH = 100

/** What a redrive needs as it is. */
const KEPT: ReadonlySet<string> = new Set(['row', 'diedAt', 'event'])

/**
 * The message that tells people of a dead letter and, given to the redrive queue, sends the event again.
 */
export function notice(death: Death, table: { readonly tableName: string }): Notice {
  const { row } = death
  const { identity } = row
  const content = {
    notice: NOTICE_KIND,
    version: NOTICE_VERSION,
    reason: death.reason,
    errorCode: death.errorCode,
    attempts: death.attempts,
    firstFailedAt: death.failedAt,
    diedAt: death.diedAt,
    deaths: death.deaths,
    row: { table: table.tableName, partitionKey: row.key.partition, sortKey: row.key.sort },
    event: {
      eventId: identity.eventId,
      source: row.raw[ATTRIBUTE.source],
      detailType: row.raw[ATTRIBUTE.type],
      time: row.raw[ATTRIBUTE.time],
      detail: readable(row.raw[ATTRIBUTE.detail]),
    },
  }
  return {
    body: body(content),
    attributes: {
      eventId: identity.eventId,
      eventType: String(row.raw[ATTRIBUTE.type] ?? ''),
      aggregateType: identity.aggregateType,
      aggregateId: identity.aggregateId,
      errorCode: death.errorCode,
      attempts: String(death.attempts),
    },
  }
}

function body(
  content: Readonly<Record<string, unknown>> & { readonly event: Readonly<Record<string, unknown>> },
): string {
  const compact = escapeNoncharacters(JSON.stringify(content))
  const bytes = Buffer.byteLength(compact)
  if (bytes > WHOLE_BELOW) return withoutDetail(content, bytes)
  if (bytes >= PRETTY_BELOW) return compact
  const pretty = escapeNoncharacters(JSON.stringify(content, undefined, 2))
  return Buffer.byteLength(pretty) < PRETTY_BELOW ? pretty : compact
}

function withoutDetail(
  content: Readonly<Record<string, unknown>> & { readonly event: Readonly<Record<string, unknown>> },
  bytes: number,
): string {
  const { detail: _, ...event } = content.event
  const detailOmitted = `The detail is left out: the message would have ${bytes} bytes. Read \`${ATTRIBUTE.detail}\` of the row.`
  return escapeNoncharacters(
    JSON.stringify({ ...shortened(content), event: { ...shortened(event), detailOmitted } }, undefined, 2),
  )
}

/** Somebody may have edited the other attributes into something huge, of any type. Keys are as long as keys may be. */
function shortened(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (KEPT.has(name)) return [name, value]
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return text === undefined || text.length <= MAX_CHARACTERS_BESIDE
        ? [name, value]
        : [name, text.slice(0, MAX_CHARACTERS_BESIDE)]
    }),
  )
}

/** As an object where it is JSON that a person can read; else as the text that it is. */
function readable(detail: unknown): unknown {
  // Written out prettily, a deep value would be indented to many times its size.
  if (typeof detail !== 'string' || jsonDepth(detail) > READABLE_DEPTH) return detail
  try {
    return JSON.parse(detail)
  } catch {
    return detail
  }
}
