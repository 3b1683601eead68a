import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import type { KeyNames } from '../environment.js'
import { BATCH_GET_MAX_KEYS } from '../limits.js'
import type { OutboxStore, StoredRow } from '../store/outbox-store.js'
import type { IndexEntry, OwnerIndex } from '../store/owner-index.js'
import { keyText, type RowKey, rowIdentity } from '../store/row-key.js'
import { SHARD_NAMES, shardKey, shardOf } from '../store/shard.js'
import type { ArchiverRace } from './archiver-race.js'
import { indexOrder } from './index-order.js'
import { mayBeChosen } from './may-be-chosen.js'
import type { ReplayFilters } from './replay-filters.js'
import { rowItem } from './row-item.js'
import type { SourceItem } from './source-item.js'

export interface WaitingRowsOptions {
  readonly index: Pick<OwnerIndex, 'page'>
  readonly store: Pick<OutboxStore, 'read'>
  readonly keys: KeyNames
  /** Whose rows are meant: those that were written in another Region are that one's. */
  readonly region: string
  readonly filters: ReplayFilters
  readonly clock: Clock
  readonly random: () => number
}

/** Keys that are passed over at once, at most. */
const KEYS_PER_STEP = 1_000
/** Milliseconds, between two reads of what DynamoDB left unprocessed. */
const BASE_DELAY = 50
const MAX_DELAY = 5_000

export interface WaitingRow {
  readonly item: SourceItem
  /** Where it is in the index. */
  readonly entry: IndexEntry
}

/**
 * Published rows that wait for the archive, of all aggregates, in the order in which they fall due for it, which is that
 * of their publication. The index tells their keys, and those tell which rows need be read. Consistently: the index lags.
 */
export class WaitingRows {
  readonly #options: WaitingRowsOptions

  constructor(options: WaitingRowsOptions) {
    this.#options = options
  }

  /** @throws the SDK's error */
  async *read(
    race: ArchiverRace,
    after: IndexEntry | undefined,
  ): AsyncGenerator<WaitingRow, void, undefined> {
    const { clock, filters } = this.#options
    let behind = after
    let last = after
    let keys = 0
    let chosen: IndexEntry[] = []
    race.isReading(behind?.due, clock.now())
    for await (const entry of indexOrder({ ...this.#options, shards: this.#shards(), after })) {
      last = entry
      keys += 1
      const identity = rowIdentity(entry.key)
      if (identity !== undefined && mayBeChosen(identity, filters)) chosen.push(entry)
      if (chosen.length < BATCH_GET_MAX_KEYS && keys < KEYS_PER_STEP) continue
      yield* this.#step(race, behind, chosen, entry)
      behind = entry
      chosen = []
      keys = 0
    }
    if (last !== undefined) yield* this.#step(race, behind, chosen, last)
  }

  /** An aggregate's rows are in one. */
  #shards(): readonly string[] {
    const { region, filters } = this.#options
    const names =
      filters.aggregate === undefined
        ? SHARD_NAMES
        : [shardOf(filters.aggregate.aggregateType, filters.aggregate.aggregateId)]
    return names.map((name) => shardKey('A', region, name))
  }

  async *#step(
    race: ArchiverRace,
    behind: IndexEntry | undefined,
    chosen: readonly IndexEntry[],
    last: IndexEntry,
  ): AsyncGenerator<WaitingRow, void, undefined> {
    const { clock } = this.#options
    const rows = await this.#rows(chosen.map(({ key }) => key))
    race.isReading(behind?.due, clock.now())
    for (const entry of chosen) {
      const row = rows.get(keyText(entry.key))
      const eventId = rowIdentity(entry.key)?.eventId ?? ''
      if (row === undefined) {
        race.gone.add(eventId)
        continue
      }
      race.hasRead(eventId, entry.due, clock.now())
      yield { item: rowItem(entry.key, row, ''), entry }
    }
    yield { item: { kind: 'passed', position: '' }, entry: last }
  }

  async #rows(keys: readonly RowKey[]): Promise<ReadonlyMap<string, StoredRow>> {
    const { store, clock, random } = this.#options
    const rows = new Map<string, StoredRow>()
    let left = keys
    for (let tries = 0; left.length > 0; ) {
      const read = await store.read(left)
      for (const [key, row] of read.rows) rows.set(key, row)
      // An answer has 16 MB at most; one that has nothing is that of a table that is throttled.
      tries = read.unread.size === left.length ? tries + 1 : 0
      if (tries > 0) await clock.sleep(backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random }))
      left = left.filter((key) => read.unread.has(keyText(key)))
    }
    return rows
  }
}
