import { fenceTime } from '../../store/fence.js'
import type { SelectedRow } from './selected-row.js'

/** A row of a list, for programs. Times are ISO 8601 in UTC; null: the row does not tell. */
export interface ShownRow {
  readonly eventId: string
  readonly type: string | null
  readonly aggregateType: string
  readonly aggregateId: string
  readonly status: string
  readonly writtenAt: string | null
  /** When whoever must act on it does so; absent once nobody must. */
  readonly dueAt: string | null
  readonly diedAt: string | null
  readonly publishedAt: string | null
  readonly attempts: number
  readonly errorCode: string | null
}

export function shownRow(row: SelectedRow): ShownRow {
  const { eventId, aggregateType, aggregateId } = row.identity
  return {
    eventId,
    type: row.type ?? null,
    aggregateType,
    aggregateId,
    status: row.status,
    writtenAt: row.writtenAt === undefined ? null : iso(row.writtenAt),
    dueAt: row.shard === undefined || row.due === undefined ? null : iso(fenceTime(row.due)),
    diedAt: row.diedAt === undefined ? null : iso(fenceTime(row.diedAt)),
    publishedAt: row.publishedAt ?? null,
    attempts: row.attempts,
    errorCode: row.errorCode ?? null,
  }
}

function iso(at: number): string | null {
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
