import { archivedLine } from '../archive/archived-line.js'
import { fenceTime } from '../store/fence.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { RowChange, StoredRow } from '../store/outbox-store.js'
import { type RowKey, rowIdentity } from '../store/row-key.js'

/** Rows of one round, all in memory until they are written. */
export const ROUND_ROWS = 10_000
/** Bytes of their lines: what can be compressed within a second with the sweeper's share of a processor. */
const ROUND_BYTES = 16 * 1024 * 1024
/** A round is not halved more often. */
const MAX_HALVINGS = 6

const ISO_HOUR = /^\d{4}-\d\d-\d\dT\d\d/

/** What goes to the archive as one object. */
export interface ObjectToWrite {
  /** ISO 8601, UTC, up to the hour. */
  readonly hour: string
  readonly lines: Buffer[]
  /** The deletions of its rows. */
  readonly rows: RowChange[]
}

/** Gathers rows, by the hour in which their events occurred: an object for each. */
export class ArchiveRound {
  readonly #objects: Map<string, ObjectToWrite> = new Map()
  #rows = 0
  #bytes = 0
  #oldestDue = Number.POSITIVE_INFINITY
  readonly #share: number

  /** @param failures writes that failed since the last one that did not: half as much for each, for it may have been too much */
  constructor(failures = 0) {
    this.#share = 2 ** -Math.min(failures, MAX_HALVINGS)
  }

  get isFull(): boolean {
    return this.#rows >= ROUND_ROWS * this.#share || this.#bytes >= ROUND_BYTES * this.#share
  }

  /** When the first of its rows fell due. Milliseconds since the epoch; infinite when there is none. */
  get oldestDue(): number {
    return this.#oldestDue
  }

  get objects(): readonly ObjectToWrite[] {
    return [...this.#objects.values()]
  }

  /** @param row published, as a consistent read shows it */
  add(key: RowKey, row: StoredRow): void {
    const identity = rowIdentity(key)
    if (identity === undefined) return
    const seenDue = String(row[ATTRIBUTE.due])
    const line = Buffer.from(archivedLine(row, identity), 'utf8')
    const { lines, rows } = this.#objectOf(row)
    lines.push(line)
    rows.push({ key, transition: 'archive', values: { seenDue } })
    this.#rows += 1
    this.#bytes += line.length
    const due = fenceTime(seenDue)
    if (due < this.#oldestDue) this.#oldestDue = due
  }

  #objectOf(row: StoredRow): ObjectToWrite {
    // A time that was edited away: when it was published is near enough.
    const hour = hourOf(row[ATTRIBUTE.time]) ?? hourOf(row[ATTRIBUTE.publishedAt]) ?? '1970-01-01T00'
    const known = this.#objects.get(hour)
    if (known !== undefined) return known
    const made = { hour, lines: [], rows: [] }
    this.#objects.set(hour, made)
    return made
  }
}

function hourOf(time: unknown): string | undefined {
  return typeof time === 'string' ? ISO_HOUR.exec(time)?.[0] : undefined
}
