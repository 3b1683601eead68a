import pMap from 'p-map'
import type { Death } from '../dead-letter/notice.js'
import { sendNotices } from '../dead-letter/send-notices.js'
import { readRow } from '../delivery/read-row.js'
import { errorName } from '../error-name.js'
import { dueBy, isFence } from '../store/fence.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { StoredRow } from '../store/outbox-store.js'
import type { IndexCursor, IndexEntry } from '../store/owner-index.js'
import { keyText, rowIdentity } from '../store/row-key.js'
import { shardKey } from '../store/shard.js'
import { METRIC } from '../telemetry.js'
import { rotatedShards } from './rotated-shards.js'
import type { SweeperOptions } from './sweeper-options.js'

/** Notices hold whole events. */
const PAGE = 10
const CONCURRENT_SHARDS = 4
/** Pages in a row of which nothing was sent: queue or table are down. Fewer may be notices that the queue refuses. */
const MAX_FAILED_PAGES = 3

/** As a death writes it: the code, then the message. */
const ERROR_CODE = /^([^\s:]+): /

/**
 * Sends the notices that are owed: whoever let a row die was stopped before it could tell, or the queue was down. It
 * leaves to the relay what the relay may still be telling itself.
 *
 * @returns false when some are still owed
 */
export async function sendOwedNotices(
  options: SweeperOptions & { readonly empty: ReadonlySet<string> },
  until: number,
): Promise<boolean> {
  const { index, store, clock, random, telemetry, tableName, region, relayTimeout } = options
  const queue = options.deadLetterQueue
  const now = clock.now()
  const before = dueBy(now - relayTimeout)
  let failedPages = 0
  let isDone = true
  await pMap(rotatedShards(random), (shard) => ofShard(shard).catch(failed), {
    concurrency: CONCURRENT_SHARDS,
  })
  return isDone

  /** One partition that the table fails for keeps no notice of the others. */
  function failed(error: unknown): void {
    isDone = false
    failedPages += 1
    const errorCode = errorName(error)
    telemetry.error('Owed notices could not be worked on', { errorCode, phase: 'notices' })
  }

  async function ofShard(name: string): Promise<void> {
    const shard = shardKey('N', region, name)
    if (options.empty.has(shard)) return
    let after: IndexCursor | undefined
    do {
      if (failedPages >= MAX_FAILED_PAGES || clock.now() >= until) {
        isDone = false
        return
      }
      const page = await index.page({ shard, before, after, limit: PAGE })
      after = page.next
      const deaths = await deathsOf(page.entries)
      const sent = await sendNotices(deaths, { store, clock, random, until, queue, tableName, telemetry })
      isDone &&= sent === deaths.length
      if (sent > 0) failedPages = 0
      else if (deaths.length > 0) failedPages += 1
    } while (after !== undefined)
  }

  async function deathsOf(entries: readonly IndexEntry[]): Promise<Death[]> {
    if (entries.length === 0) return []
    // The functions' policies refuse every call that names the key of an item which is no outbox row.
    const ours = entries.filter(({ key }) => rowIdentity(key) !== undefined)
    const { rows, unread } = await store.read(ours.map(({ key }) => key))
    if (unread.size > 0) isDone = false
    return entries.flatMap((entry) => {
      const stored = rows.get(keyText(entry.key))
      // The index lags: it was redriven, or the relay has told.
      if (ours.includes(entry) && !isAsIndexed(stored, entry)) return []
      const death = stored?.[ATTRIBUTE.status] === 'DEAD' ? deathIn(stored, entry) : undefined
      if (death === undefined) {
        // Without the time of its death nobody can say on the row that it was told: it would be told each minute.
        telemetry.count(METRIC.unreadable, 1)
        telemetry.error('A notice is owed but cannot be sent; the row was edited', {
          ...rowIdentity(entry.key),
        })
        return []
      }
      return [death]
    })
  }
}

function isAsIndexed(stored: StoredRow | undefined, { shard, due }: IndexEntry): boolean {
  return stored?.[ATTRIBUTE.shard] === shard && stored[ATTRIBUTE.due] === due
}

function deathIn(stored: StoredRow, { key }: IndexEntry): Death | undefined {
  const row = readRow(stored, key)
  const diedAt = stored[ATTRIBUTE.diedAt]
  if (row === undefined || typeof diedAt !== 'string' || !isFence(diedAt)) return undefined
  const reason = String(stored[ATTRIBUTE.error] ?? '')
  return {
    row,
    diedAt,
    deaths: row.deaths,
    attempts: row.attempts,
    failedAt: row.failedAt ?? '',
    errorCode: ERROR_CODE.exec(reason)?.[1] ?? 'UnknownError',
    reason,
  }
}
