import type { PendingRow } from '../delivery/pending-row.js'
import { ATTRIBUTE } from '../store/layout.js'
import { escapeForQueue } from './escape-for-queue.js'

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

/** Above this the body is written without white space. Bytes. */
const PRETTY_BELOW = 256 * 1024
/** Above this the detail is left out. Bytes: SQS takes 1 MiB with the attributes. */
const WHOLE_BELOW = 1_000_000

/**
 * The message that tells people of a dead letter and, given to the redrive queue, sends the event again.
 */
export function notice(death: Death, table: { readonly tableName: string }): Notice {
  const { row } = death
  const { identity } = row
  const content = {
    notice: 'outbox-dead-letter',
    version: 1,
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

function body(content: { readonly event: Readonly<Record<string, unknown>> }): string {
  const pretty = escapeForQueue(JSON.stringify(content, undefined, 2))
  if (Buffer.byteLength(pretty) < PRETTY_BELOW) return pretty
  const compact = escapeForQueue(JSON.stringify(content))
  if (Buffer.byteLength(compact) <= WHOLE_BELOW) return compact
  const { detail: _, ...event } = content.event
  const omitted = `The detail is left out: the message would have ${Buffer.byteLength(compact)} bytes. Read \`${ATTRIBUTE.detail}\` of the row.`
  return escapeForQueue(
    JSON.stringify({ ...content, event: { ...event, detailOmitted: omitted } }, undefined, 2),
  )
}

/** As an object where it is JSON, so that a person can read it; else as the text that it is. */
function readable(detail: unknown): unknown {
  if (typeof detail !== 'string') return detail
  try {
    return JSON.parse(detail)
  } catch {
    return detail
  }
}
