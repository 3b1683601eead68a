import { dueBy } from '../store/fence.js'
import type { IndexCursor, IndexEntry, OwnerIndex } from '../store/owner-index.js'
import { shardKey } from '../store/shard.js'

export interface DueScanOptions {
  readonly index: OwnerIndex
  readonly region: string
  readonly shard: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** How old a row of the relay must be. Milliseconds. */
  readonly grace: number
  /** Rows of a page at most. */
  readonly maxRows: number
  /** Index partitions that hold nothing. */
  readonly empty: ReadonlySet<string>
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

interface Source {
  readonly shard: string
  readonly before: string
  readonly after?: IndexCursor
  readonly limit: number
}

const FIRST_PAGE = 10

/**
 * What is due in one shard, page by page, each page of another owner than the one before: whoever has many rows does
 * not keep the others waiting. The first page is small, for most sweeps find little. Each owner's partition is read once
 * from its beginning to its end; the index lags, so "until nothing is found" would find the same rows again.
 */
export class DueScan {
  readonly #options: DueScanOptions
  #sources: readonly Source[]
  #putBack: readonly IndexEntry[] = []
  /** Steps in a row that brought nothing because the table failed. */
  failures = 0

  constructor(options: DueScanOptions) {
    this.#options = options
    const { region, shard, now, grace } = options
    const limit = Math.min(FIRST_PAGE, options.maxRows)
    const source = (owner: 'R' | 'S' | 'P', dueAt: number): Source => ({
      shard: shardKey(owner, region, shard),
      before: dueBy(dueAt),
      limit,
    })
    const all = [source('R', now), source('S', now), source('P', now - grace)]
    // Any of them first: a sweep that comes no further than one page per shard must not always take the same owner's.
    const first = Math.floor(options.random() * all.length)
    this.#sources = [...all.slice(first), ...all.slice(0, first)].filter(
      (candidate) => !options.empty.has(candidate.shard),
    )
  }

  get isDone(): boolean {
    return this.#sources.length === 0 && this.#putBack.length === 0
  }

  /** @throws the SDK's error; the same page is then still to come */
  async next(): Promise<readonly IndexEntry[]> {
    if (this.#putBack.length > 0) {
      const again = this.#putBack
      this.#putBack = []
      return again
    }
    const [source, ...others] = this.#sources
    if (source === undefined) return []
    const { index, maxRows } = this.#options
    const { entries, next } = await index.page(source)
    const rest = { ...source, after: next, limit: Math.min(source.limit * 2, maxRows) }
    this.#sources = next === undefined ? others : [...others, rest]
    return entries
  }

  /** Entries that could not be looked at: they are the next page. */
  putBack(entries: readonly IndexEntry[]): void {
    this.#putBack = entries
  }
}
