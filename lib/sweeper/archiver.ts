import pMap from 'p-map'
import type { Archive } from '../archive/archive.js'
import { applyChanges } from '../delivery/apply-changes.js'
import { BATCH_GET_MAX_KEYS } from '../limits.js'
import { dueBy, fenceTime } from '../store/fence.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { RowChange, StoredRow } from '../store/outbox-store.js'
import type { IndexCursor, IndexEntry } from '../store/owner-index.js'
import { keyText, rowIdentity } from '../store/row-key.js'
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
/** A write is not begun when it might not end in time. */
const WRITE_TIME = 5_000
/** Of a round's time: reading; what is read must also be written and deleted. */
const READING_SHARE = 0.25
/** Rows that one sweep names in its log. */
const MAX_NAMED = 10
/** Such rows that are remembered. */
const MAX_STRANGE = 1_000

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
  #undeleted: readonly RowChange[] = []
  /** Rows that wait for the archive though they are not published. */
  readonly #strange: Set<string> = new Set()

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
    await this.#delete(this.#undeleted, until)
    if (this.#undeleted.length > 0) return false
    if (waiting.rows < ROUND_ROWS && !this.#isLongDue(waiting.oldestDue, now)) return true
    return this.#archive(shards, now, until)
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
    const strange = entries.filter((entry) => this.#strange.has(entryText(entry)))
    this.#reportStrange(strange)
    // What never goes to the archive must not seem to be long due for it: every sweep would read all the others.
    const dues = entries.filter((entry) => !strange.includes(entry)).map(({ due }) => fenceTime(due))
    return { rows: dues.length, oldestDue: Math.min(...dues.filter((due) => !Number.isNaN(due))) }
  }

  #isLongDue(oldestDue: number, now: number): boolean {
    return now - oldestDue > MAX_WAIT
  }

  /** Round after round, until nothing is left, or only what may wait. */
  async #archive(shards: readonly string[], now: number, until: number): Promise<boolean> {
    const { clock } = this.#options
    const pages = this.#duePages(shards, dueBy(now))
    for (let isAtEnd = false; !isAtEnd; ) {
      const round = new ArchiveRound()
      const readUntil = clock.now() + (until - WRITE_TIME - clock.now()) * READING_SHARE
      while (!round.isFull && clock.now() < readUntil) {
        const { value: page, done } = await pages.next()
        isAtEnd = done === true
        if (page === undefined) break
        await this.#read(page, round)
      }
      const isWorthIt = !isAtEnd || round.isFull || this.#isLongDue(round.oldestDue, now)
      if (isWorthIt && !(await this.#write(round, until))) return false
      if (!isAtEnd && clock.now() + WRITE_TIME >= until) return false
    }
    return true
  }

  #reportStrange(entries: readonly IndexEntry[]): void {
    const { telemetry } = this.#options
    telemetry.count(METRIC.unreadable, entries.length)
    for (const { key } of entries.slice(0, MAX_NAMED))
      telemetry.error('A row waits for the archive but is not published; it was edited', {
        ...rowIdentity(key),
      })
  }

  async *#duePages(
    shards: readonly string[],
    before: string,
  ): AsyncGenerator<readonly IndexEntry[], undefined> {
    for (const shard of shards) {
      let after: IndexCursor | undefined
      do {
        const page = await this.#options.index.page({ shard, before, after, limit: BATCH_GET_MAX_KEYS })
        after = page.next
        if (page.entries.length > 0) yield page.entries
      } while (after !== undefined)
    }
  }

  async #read(page: readonly IndexEntry[], round: ArchiveRound): Promise<void> {
    // The functions' policies refuse every call that names the key of an item which is no outbox row.
    const ours = page.filter(({ key }) => rowIdentity(key) !== undefined)
    const { rows } = await this.#options.store.read(ours.map(({ key }) => key))
    for (const entry of ours) {
      const row = rows.get(keyText(entry.key))
      // The index lags, or the answer was full: then another sweep finds it.
      if (row === undefined || !isAsIndexed(row, entry)) continue
      if (row[ATTRIBUTE.status] === 'PUBLISHED') round.add(entry.key, row)
      else if (!this.#strange.has(entryText(entry))) {
        if (this.#strange.size < MAX_STRANGE) this.#strange.add(entryText(entry))
        this.#reportStrange([entry])
      }
    }
  }

  /** @returns false when time or a deletion failed; what was not written stays as it is */
  async #write(round: ArchiveRound, until: number): Promise<boolean> {
    const { archive, clock, telemetry } = this.#options
    let isDone = true
    for (const object of round.objects) {
      if (clock.now() + WRITE_TIME > until) return false
      await archive.write(object.hour, joined(object))
      await this.#delete([...this.#undeleted, ...object.rows], until)
      telemetry.count(METRIC.archived, object.rows.length)
      isDone &&= this.#undeleted.length === 0
    }
    return isDone
  }

  async #delete(rows: readonly RowChange[], until: number): Promise<void> {
    const { telemetry } = this.#options
    if (rows.length === 0) return
    // Until it is proven that they are gone: what comes next may throw.
    this.#undeleted = rows
    const results = await applyChanges(rows, { ...this.#options, until })
    const left = results.flatMap((result) => (result.kind === 'failed' ? result.errorCode : []))
    this.#undeleted = rows.filter((_, index) => results[index]?.kind === 'failed')
    if (left.length > 0)
      telemetry.error(
        'Archived rows could not be deleted; it is tried again before anything else is archived',
        {
          errorCode: left[0],
          rows: left.length,
          phase: 'archive',
        },
      )
  }
}

function isAsIndexed(row: StoredRow, { shard, due }: IndexEntry): boolean {
  return row[ATTRIBUTE.shard] === shard && row[ATTRIBUTE.due] === due
}

function entryText({ key, due }: IndexEntry): string {
  return `${keyText(key)}\u0000${due}`
}

function joined({ lines }: ObjectToWrite): Buffer {
  const all = Buffer.concat(lines)
  // The pieces are as large as the whole.
  lines.length = 0
  return all
}
