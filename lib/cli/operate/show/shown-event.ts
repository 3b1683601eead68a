import { fenceTime } from '../../../store/fence.js'
import { ATTRIBUTE } from '../../../store/layout.js'
import type { StoredRow } from '../../../store/outbox-store.js'
import type { RowKey } from '../../../store/row-key.js'
import type { OutboxResources } from '../outbox-resources.js'
import { selectedRow } from '../selected-row.js'
import { type ShownRow, shownRow } from '../shown-row.js'
import { type NextActor, nextActor } from './next-actor.js'

/** An event with its history, for programs. Times are ISO 8601 in UTC. */
export interface ShownEvent extends ShownRow {
  readonly outbox: string
  readonly source: string | null
  /** `<aggregateVersion>.<eventIndex>` */
  readonly sequence: string | null
  readonly row: { readonly table: string; readonly partitionKey: string; readonly sortKey?: string }
  /** `obShard`, the partition of the index that the row is in. */
  readonly shard: string | null
  readonly error: string | null
  readonly firstFailedAt: string | null
  /** Claims without an outcome. */
  readonly claims: number
  readonly deaths: number
  readonly redrivenAt: string | null
  readonly redrivenBy: string | null
  readonly expiresAt: string | null
  readonly next: NextActor
  /** The exact text that EventBridge gets. */
  readonly detail: string | null
}

/** Undefined when the key is not that of an outbox row. */
export function shownEvent(
  key: RowKey,
  item: StoredRow,
  outbox: OutboxResources,
  region: string,
): ShownEvent | undefined {
  const row = selectedRow(key, item)
  if (row === undefined) return undefined
  const expires = item[outbox.ttlAttribute]
  const expiresAt = typeof expires === 'number' ? expires * 1_000 : undefined
  const claims = count(item[ATTRIBUTE.claims])
  return {
    outbox: outbox.name,
    ...shownRow(row),
    source: text(item[ATTRIBUTE.source]),
    sequence: text(item[ATTRIBUTE.sequence]),
    row: { table: outbox.tableName, partitionKey: key.partition, sortKey: key.sort },
    shard: row.shard ?? null,
    error: text(item[ATTRIBUTE.error]),
    firstFailedAt: text(item[ATTRIBUTE.failedAt]),
    claims,
    deaths: count(item[ATTRIBUTE.deaths]),
    redrivenAt: text(item[ATTRIBUTE.redrivenAt]),
    redrivenBy: text(item[ATTRIBUTE.redrivenBy]),
    expiresAt: isTime(expiresAt) ? new Date(expiresAt).toISOString() : null,
    next: nextActor(row, { outbox, region, claims, expiresAt: isTime(expiresAt) ? expiresAt : undefined }),
    detail: text(item[ATTRIBUTE.detail]),
  }
}

/** What a notice of this death says, and no other. */
export function deathOfItem(item: StoredRow): string | undefined {
  const diedAt = item[ATTRIBUTE.diedAt]
  return item[ATTRIBUTE.status] === 'DEAD' && typeof diedAt === 'string' && !Number.isNaN(fenceTime(diedAt))
    ? diedAt
    : undefined
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

/** Beyond it no Date is. */
function isTime(milliseconds: number | undefined): milliseconds is number {
  return milliseconds !== undefined && Math.abs(milliseconds) <= 8.64e15
}
