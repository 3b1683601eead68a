import { archivedLine } from '../../lib/archive/archived-line.js'
import { hourPrefix } from '../../lib/archive/object-key.js'
import { RangeSource } from '../../lib/replay/range-source.js'
import type { ReplayFilters } from '../../lib/replay/replay-filters.js'
import type { SourceItem } from '../../lib/replay/source-item.js'
import { newFence } from '../../lib/store/fence.js'
import type { StoredRow } from '../../lib/store/outbox-store.js'
import type { IndexCursor, IndexEntry, IndexPage, PageRequest } from '../../lib/store/owner-index.js'
import { keyText, type RowKey, rowIdentity, rowKey } from '../../lib/store/row-key.js'
import { shardKey, shardOf } from '../../lib/store/shard.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { packed } from './archived.js'
import { type StoredArchive, storedArchive } from './stored-archive.js'

export const KEYS = { partitionKey: 'pk', sortKey: 'sk' }
export const MINUTE = 60_000
export const HOUR = 3_600_000
const REGION = 'eu-west-1'
const OUTBOX = 'Shop/Outbox'

export interface NewRow {
  readonly aggregateId?: string
  /** Falls due for the archive, from now on. Milliseconds. */
  readonly dueIn?: number
  /** Since now. Milliseconds. @default - an hour before */
  readonly occurred?: number
  readonly eventId?: string
  /** The end of `obDue`. */
  readonly fence?: string
  readonly region?: string
  readonly change?: StoredRow
}

/** A table with rows that wait for the archive, the archive, and an archiver that moves when it is told to. */
export class WaitingWorld {
  readonly clock: FakeClock = new FakeClock()
  readonly rows: Map<string, StoredRow> = new Map()
  readonly index: Map<string, IndexEntry> = new Map()
  readonly objects: Record<string, Uint8Array> = {}
  readonly writtenAt: Record<string, string> = {}
  readonly archive: StoredArchive = storedArchive(this.objects, this.writtenAt)
  /** Keys of each call. */
  readonly batches: number[] = []
  /** Between a page of the index and the read of its rows. */
  beforeRead: () => void = () => undefined
  /** Keys that the next answers leave out, for so many calls. */
  throttled = 0
  /** Keys that an answer has, at most. */
  answerKeys: number = Number.POSITIVE_INFINITY
  readonly asOf: string = new Date(this.clock.now()).toISOString()
  #count = 0

  /** The id of its event. */
  add({
    aggregateId = 'o-1',
    dueIn = 48 * HOUR,
    occurred = -HOUR,
    region = REGION,
    ...row
  }: NewRow = {}): string {
    const time = this.clock.now() + occurred
    this.#count += 1
    const eventId = row.eventId ?? idAt(time, this.#count)
    const key = rowKey({ aggregateType: 'Order', aggregateId, eventId }, KEYS)
    const due = newFence(this.clock.now() + dueIn, row.fence ?? String(this.#count).padStart(8, '0'))
    const shard = shardKey('A', region, shardOf('Order', aggregateId))
    this.rows.set(keyText(key), {
      obSource: 'shop',
      obType: 'OrderPaid',
      obDetail: '{"metadata":{}, "data":{"n": 1.0}}',
      obTime: new Date(time).toISOString(),
      obPublishedAt: new Date(time).toISOString(),
      obStatus: 'PUBLISHED',
      obShard: shard,
      obDue: due,
      ...row.change,
    })
    this.index.set(keyText(key), { key, shard, due })
    return eventId
  }

  /** Writes the rows into objects as the archiver does, and deletes them. */
  archiveRows(
    eventIds: readonly string[],
    {
      keepRows = false,
      keepIndex = false,
    }: { readonly keepRows?: boolean; readonly keepIndex?: boolean } = {},
  ): void {
    const entries = [...this.index.values()].filter(({ key }) => eventIds.includes(key.sort ?? ''))
    const hours = new Map<string, string[]>()
    for (const { key } of entries) {
      const row = this.rows.get(keyText(key))
      const identity = rowIdentity(key)
      if (row === undefined || identity === undefined) continue
      const prefix = hourPrefix(OUTBOX, String(row['obTime']))
      hours.set(prefix, [...(hours.get(prefix) ?? []), archivedLine(row, identity).trimEnd()])
    }
    for (const [prefix, lines] of hours) {
      this.#count += 1
      const name = `${prefix}${idAt(this.clock.now(), this.#count)}.ndjson.gz`
      this.objects[name] = packed(...lines)
      this.writtenAt[name] = new Date(this.clock.now()).toISOString()
    }
    for (const { key } of entries) {
      if (!keepRows) this.rows.delete(keyText(key))
      if (!keepRows && !keepIndex) this.index.delete(keyText(key))
    }
  }

  /** What fell due, and is a row still. */
  get due(): string[] {
    const now = new Date(this.clock.now()).toISOString()
    return [...this.index.values()].filter(({ due }) => due < now).map(({ key }) => key.sort ?? '')
  }

  source(isArchiveMeant: boolean, filters: ReplayFilters = {}): RangeSource {
    return new RangeSource({
      index: { page: async (request) => this.#page(request) },
      store: { read: async (keys) => this.#read(keys) },
      keys: KEYS,
      region: REGION,
      clock: this.clock,
      random: () => 0.5,
      archive: { client: this.archive.client, bucket: 'archive', outboxName: OUTBOX },
      filters: { since: new Date(Date.parse(this.asOf) - 24 * 7 * HOUR).toISOString(), ...filters },
      isArchiveMeant,
      asOf: this.asOf,
    })
  }

  #page({ shard, after, limit }: PageRequest): IndexPage {
    const all = [...this.index.values()]
      .filter((entry) => entry.shard === shard)
      .sort((a, b) => (a.due < b.due ? -1 : 1))
      .filter(({ due }) => after === undefined || due > String(after['obDue']))
    const entries = all.slice(0, limit)
    const last = entries.at(-1)
    const next: IndexCursor | undefined =
      last === undefined || all.length === entries.length ? undefined : { obDue: last.due, obShard: shard }
    return { entries, next }
  }

  #read(keys: readonly RowKey[]): { rows: Map<string, StoredRow>; unread: Set<string> } {
    this.beforeRead()
    this.batches.push(keys.length)
    const isThrottled = this.throttled > 0
    this.throttled -= 1
    const answered = isThrottled ? [] : keys.slice(0, this.answerKeys)
    return {
      rows: new Map(
        answered.flatMap((key) => {
          const row = this.rows.get(keyText(key))
          return row === undefined ? [] : [[keyText(key), row] as const]
        }),
      ),
      unread: new Set(keys.slice(answered.length).map(keyText)),
    }
  }
}

/** A UUIDv7 of that time. */
export function idAt(time: number, count: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}`
}

/** Events by their ids, others by their kind; what is passed over is left out. */
export function shown(item: SourceItem): string[] {
  if (item.kind === 'passed') return []
  return [item.kind === 'event' ? item.event.eventId : item.kind]
}

export async function readAll(source: RangeSource, after?: string): Promise<string[]> {
  const items: string[] = []
  for await (const item of source.read(after)) items.push(...shown(item))
  return items
}
