import { orderRows } from '../delivery/order-rows.js'
import type { PendingRow } from '../delivery/pending-row.js'
import { readRow } from '../delivery/read-row.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { OutboxStore } from '../store/outbox-store.js'
import type { IndexEntry } from '../store/owner-index.js'
import { keyText, rowIdentity } from '../store/row-key.js'

export interface DueRows {
  /** Those of an aggregate in the order in which they are to be sent. */
  readonly rows: readonly PendingRow[]
  /** DynamoDB did not say: to be asked for again. */
  readonly unread: readonly IndexEntry[]
  /** In this shard and due, but neither pending nor an outbox row: edited by hand. */
  readonly strange: readonly IndexEntry[]
}

/**
 * The rows behind entries of the index, by a consistent read. The index lags, and others work, too: what is gone, has
 * another owner or another fence by now is left out. The same fence means that it is still due.
 *
 * @throws the SDK's error
 */
export async function readDueRows(entries: readonly IndexEntry[], store: OutboxStore): Promise<DueRows> {
  // An item that somebody gave our attributes, or moved: the functions' policies refuse every call that names its key.
  const ours = entries.filter(({ key }) => rowIdentity(key) !== undefined)
  const { rows: stored, unread } = await store.read(ours.map(({ key }) => key))
  const rows = new Map<string, PendingRow>()
  const strange = entries.filter((entry) => !ours.includes(entry))
  for (const entry of ours) {
    const key = keyText(entry.key)
    const item = stored.get(key)
    if (item?.[ATTRIBUTE.shard] !== entry.shard || item[ATTRIBUTE.due] !== entry.due) continue
    const row = item[ATTRIBUTE.status] === 'PENDING' ? readRow(item, entry.key) : undefined
    if (row === undefined) strange.push(entry)
    else rows.set(key, row)
  }
  return {
    rows: orderRows([...rows.values()].sort(byEventId)),
    unread: entries.filter(({ key }) => unread.has(keyText(key))),
    strange,
  }
}

/** Ids are UUIDv7, which sort by the time at which the event was made. */
function byEventId(a: PendingRow, b: PendingRow): number {
  return a.identity.eventId < b.identity.eventId ? -1 : a.identity.eventId > b.identity.eventId ? 1 : 0
}
