import pMap from 'p-map'
import type { Archive } from '../archive/archive.js'
import { backoff } from '../backoff.js'
import { applyChanges } from '../delivery/apply-changes.js'
import { BATCH_GET_MAX_KEYS } from '../limits.js'
import { dueBy, fenceTime } from '../store/fence.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { RowChange, StoredRow } from '../store/outbox-store.js'
import type { IndexCursor, IndexEntry } from '../store/owner-index.js'
import { keyText, type RowKey, rowIdentity } from '../store/row-key.js'
import { SHARD_COUNT, shardKey } from '../store/shard.js'
import { METRIC } from '../telemetry.js'
import { ArchiveRound, type ObjectToWrite, ROUND_ROWS } from './archive-round.js'
import { rotatedShards } from './rotated-shards.js'
import type { SweeperOptions } from './sweeper-options.js'

/** Fewer rows wait for more, or for the first of them to be due for so long: objects shall be few. Milliseconds. */
const MAX_WAIT = 60 * 60_000
/** Rows of each shard that are looked at to tell how many are due. */
const LOOK_ROWS = Math.ceil(ROUND_ROWS / SHARD_COUNT)
const CONCURRENT_SHARDS = 4
/** A second to compress an object, four to send it: none is begun when it might not end in time. */
const WRITE_TIME = 5_000
/** Of a round's time: reading; what is read must also be written and deleted. */
const READING_SHARE = 0.25
/** How long deletions of earlier sweeps are tried: what still fails must not take the time of the others. */
const OLD_DELETIONS = 1_000
/** Between writes that fail. Milliseconds. */
const WAIT_AFTER_FAILURE = { base: 60_000, cap: 15 * 60_000 }
/** Rows that one sweep names in its log. */
const MAX_NAMED = 10
/** Rows that are remembered because they cannot be archived, or not be deleted. */
const MAX_REMEMBERED = ROUND_ROWS

interface Waiting {
  /** As far as it was looked. */
  readonly rows: number
  /** When the first of them fell due. Milliseconds since the epoch; infinite when there is none. */
  readonly oldestDue: number
}

type ArchiverOptions = Omit<SweeperOptions, 'archive'> & { readonly archive: Archive }

/**
 * Takes published rows whose retention is over into the archive, and then deletes them: first the object, then the rows,
 * each only if it still is what was archived. A crash between the two, the lost answer of a write, or a second sweep at
 * the same time archives rows once more, under the same eventId; none is lost.
 */
export class Archiver {
  readonly #options: ArchiverOptions
  /** Rows that are archived but could not be deleted: written again, they would only make more objects. */
  readonly #undeleted = new Map<string, RowChange>()
  /** Rows that wait for the archive though they are not published: as the oldest of all they would hurry it for ever. */
  readonly #strange = new Set<string>()
  #failedWrites = 0
  #nextWrite = Number.NEGATIVE_INFINITY

  constructor(options: ArchiverOptions) {
    this.#options = options
  }

  /**
   * @param empty index partitions without a row
   * @returns false when something is left undone
   * @throws the client's error
   */
  async run(empty: ReadonlySet<string>, until: number): Promise<boolean> {
    const { clock, region, random, telemetry } = this.#options
    const now = clock.now()
    const shards = rotatedShards(random)
      .map((name) => shardKey('A', region, name))
      .filter((shard) => !empty.has(shard))
    const waiting = await this.#look(shards, dueBy(now))
    telemetry.seconds(METRIC.archiveDelay, Math.max(0, now - Math.min(now, waiting.oldestDue)) / 1_000)
    await this.#delete([...this.#undeleted.values()], Math.min(until, clock.now() + OLD_DELETIONS))
    const isClean = this.#undeleted.size === 0
    if (waiting.rows < ROUND_ROWS && !isLongDue(waiting.oldestDue, now)) return isClean
    // A table that deletes nothing would get the same rows archived again and again.
    if (this.#undeleted.size >= MAX_REMEMBERED || now < this.#nextWrite) return false
    return (await this.#archive(shards, now, until)) && isClean
  }

  async #look(shards: readonly string[], before: string): Promise<Waiting> {
    const pages = await pMap(
      shards,
      (shard) => this.#options.index.page({ shard, before, limit: LOOK_ROWS }),
      {
        concurrency: CONCURRENT_SHARDS,
      },
    )
    const entries = pages.flatMap((page) => page.entries).filter(({ key }) => rowIdentity(key) !== undefined)
    this.#reportStrange(entries.filter((entry) => this.#strange.has(entryText(entry))).map(({ key }) => key))
    const dues = entries.filter((entry) => !this.#isKnown(entry)).map(({ due }) => fenceTime(due))
    return { rows: dues.length, oldestDue: Math.min(...dues.filter((due) => !Number.isNaN(due))) }
  }

  /** Round after round, until nothing is left, or only what may wait. */
  async #archive(shards: readonly string[], now: number, until: number): Promise<boolean> {
    const { clock } = this.#options
    const pages = this.#duePages(shards, dueBy(now))
    const strange: RowKey[] = []
    let isDone = true
    for (let isAtEnd = false; !isAtEnd && isDone; ) {
      const round = new ArchiveRound(this.#failedWrites)
      const readUntil = clock.now() + (until - WRITE_TIME - clock.now()) * READING_SHARE
      while (!round.isFull && clock.now() < readUntil) {
        const { value: page, done } = await pages.next()
        isAtEnd = done === true
        if (page === undefined) break
        strange.push(...(await this.#read(page, round)))
      }
      const isWorthIt = !isAtEnd || round.isFull || isLongDue(round.oldestDue, now)
      if (isWorthIt) isDone = await this.#write(round, until)
      isDone &&= isAtEnd || clock.now() + WRITE_TIME < until
    }
    this.#reportStrange(strange)
    return isDone
  }

  /** A page of each shard in turn: deletions of one index partition after the other would throttle each. */
  async *#duePages(
    shards: readonly string[],
    before: string,
  ): AsyncGenerator<readonly IndexEntry[], undefined> {
    let left: { readonly shard: string; readonly after?: IndexCursor }[] = shards.map((shard) => ({ shard }))
    while (left.length > 0) {
      const more: typeof left = []
      for (const { shard, after } of left) {
        const page = await this.#options.index.page({ shard, before, after, limit: BATCH_GET_MAX_KEYS })
        if (page.next !== undefined) more.push({ shard, after: page.next })
        if (page.entries.length > 0) yield page.entries
      }
      left = more
    }
  }

  /** Adds what is published to the round; gives what was found to be strange. */
  async #read(page: readonly IndexEntry[], round: ArchiveRound): Promise<RowKey[]> {
    // The functions' policies refuse every call that names the key of an item which is no outbox row.
    const ours = page.filter((entry) => rowIdentity(entry.key) !== undefined && !this.#isKnown(entry))
    if (ours.length === 0) return []
    const { rows } = await this.#options.store.read(ours.map(({ key }) => key))
    const strange: RowKey[] = []
    for (const entry of ours) {
      const row = rows.get(keyText(entry.key))
      // The index lags, or the answer or the round is full: then another sweep finds it.
      if (row === undefined || !isAsIndexed(row, entry)) continue
      if (row[ATTRIBUTE.status] === 'PUBLISHED') {
        if (!round.isFull) round.add(entry.key, row)
      } else {
        strange.push(entry.key)
        if (this.#strange.size < MAX_REMEMBERED) this.#strange.add(entryText(entry))
      }
    }
    return strange
  }

  /** @returns false when time ran out or a deletion failed; what was not written stays as it is */
  async #write(round: ArchiveRound, until: number): Promise<boolean> {
    const { archive, clock, telemetry, random } = this.#options
    let isDone = true
    for (const object of round.objects) {
      if (clock.now() + WRITE_TIME > until) return false
      this.#failedWrites += 1
      const wait = backoff({ tries: this.#failedWrites, ...WAIT_AFTER_FAILURE, random })
      this.#nextWrite = clock.now() + wait
      await archive.write(object.hour, joined(object))
      this.#failedWrites = 0
      this.#nextWrite = Number.NEGATIVE_INFINITY
      telemetry.count(METRIC.archived, object.rows.length)
      isDone = (await this.#delete(object.rows, until)) && isDone
    }
    return isDone
  }

  /** @returns whether all of them are gone */
  async #delete(rows: readonly RowChange[], until: number): Promise<boolean> {
    const { telemetry } = this.#options
    if (rows.length === 0) return true
    // Until it is proven that they are gone: what comes next may throw.
    for (const row of rows) this.#undeleted.set(changeText(row), row)
    const results = await applyChanges(rows, { ...this.#options, until })
    const errors = results.flatMap((result, index) => {
      if (result.kind === 'failed') return result.errorCode
      const row = rows[index]
      if (row !== undefined) this.#undeleted.delete(changeText(row))
      return []
    })
    if (errors.length > 0)
      telemetry.error('Archived rows could not be deleted; it is tried again in each sweep', {
        errorCode: errors[0],
        rows: errors.length,
        phase: 'archive',
      })
    return errors.length === 0
  }

  #isKnown(entry: IndexEntry): boolean {
    return this.#strange.has(entryText(entry)) || this.#undeleted.has(entryText(entry))
  }

  #reportStrange(keys: readonly RowKey[]): void {
    const { telemetry } = this.#options
    telemetry.count(METRIC.unreadable, keys.length)
    for (const key of keys.slice(0, MAX_NAMED))
      telemetry.error('A row waits for the archive but is not published; it was edited', {
        ...rowIdentity(key),
      })
  }
}

function isLongDue(oldestDue: number, now: number): boolean {
  return now - oldestDue > MAX_WAIT
}

function isAsIndexed(row: StoredRow, { shard, due }: IndexEntry): boolean {
  return row[ATTRIBUTE.shard] === shard && row[ATTRIBUTE.due] === due
}

function entryText({ key, due }: IndexEntry): string {
  return `${keyText(key)}\u0000${due}`
}

function changeText({ key, values }: RowChange): string {
  return entryText({ key, due: String(values.seenDue), shard: '' })
}

function joined({ lines }: ObjectToWrite): Buffer {
  const all = Buffer.concat(lines)
  // The pieces are as large as the whole.
  lines.length = 0
  return all
}
