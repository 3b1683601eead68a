import { ATTRIBUTE } from '../../store/layout.js'
import type { StoredRow } from '../../store/outbox-store.js'
import { type RowIdentity, type RowKey, rowIdentity } from '../../store/row-key.js'
import { eventTime } from '../../sweeper/event-time.js'
import { errorCodeOf } from './error-code-of.js'

/** A row as lists show it: never its detail. Anything may stand in a row, so what is no text is absent. */
export interface SelectedRow {
  readonly key: RowKey
  readonly identity: RowIdentity
  readonly status: string
  readonly shard?: string
  readonly due?: string
  readonly type?: string
  /** When the event was made: milliseconds since the epoch. */
  readonly writtenAt?: number
  readonly diedAt?: string
  readonly publishedAt?: string
  readonly attempts: number
  readonly errorCode?: string
}

/** Undefined when the key is not that of an outbox row. */
export function selectedRow(key: RowKey, item: StoredRow): SelectedRow | undefined {
  const identity = rowIdentity(key)
  if (identity === undefined) return undefined
  const attempts = item[ATTRIBUTE.attempts]
  const error = text(item[ATTRIBUTE.error])
  return {
    key,
    identity,
    status: text(item[ATTRIBUTE.status]) ?? '',
    shard: text(item[ATTRIBUTE.shard]),
    due: text(item[ATTRIBUTE.due]),
    type: text(item[ATTRIBUTE.type]),
    writtenAt: time(text(item[ATTRIBUTE.time])) ?? eventTime(identity.eventId),
    diedAt: text(item[ATTRIBUTE.diedAt]),
    publishedAt: text(item[ATTRIBUTE.publishedAt]),
    attempts: typeof attempts === 'number' ? attempts : 0,
    errorCode: error === undefined ? undefined : errorCodeOf(error),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function time(iso: string | undefined): number | undefined {
  const at = Date.parse(iso ?? '')
  return Number.isNaN(at) ? undefined : at
}
