import pMap from 'p-map'
import { fenceTime } from '../../store/fence.js'
import type { Owner } from '../../store/layout.js'
import type { IndexCursor, IndexEntry, OwnerIndex } from '../../store/owner-index.js'
import { rowIdentity } from '../../store/row-key.js'
import { pendingSince } from '../../sweeper/pending-since.js'

/** A partition of the index. */
export interface Partition {
  readonly owner: Owner
  /** `<owner>#<region>#<00..31>` */
  readonly shard: string
}

const PAGE = 100
/** Of rows with the sweeper, which the index does not sort by age. */
const RETRYING_PAGE = 1_000
const RETRYING_PAGES = 5
const CONCURRENT_PARTITIONS = 8

interface Source {
  /** Ascending by age; an empty page is the end. */
  readonly next: () => Promise<readonly IndexEntry[]>
  entries: readonly IndexEntry[]
  position: number
}

/**
 * The entries of several partitions of the index, oldest first: what waits, by when it was written; what is scheduled, by
 * when it is due; what is dead, by when it died. Pages are read as they are needed.
 *
 * @param onCut told when a partition has more rows with the sweeper than are sorted
 * @throws the SDK's error
 */
export async function* datedEntries(
  index: OwnerIndex,
  partitions: readonly Partition[],
  onCut: () => void,
): AsyncGenerator<IndexEntry> {
  const sources = await pMap(partitions, (partition) => begun(index, partition, onCut), {
    concurrency: CONCURRENT_PARTITIONS,
  })
  for (;;) {
    const oldest = sources.reduce<Source | undefined>(older, undefined)
    const entry = oldest?.entries[oldest.position]
    if (oldest === undefined || entry === undefined) return
    yield entry
    oldest.position += 1
    if (oldest.position >= oldest.entries.length) {
      oldest.entries = await oldest.next()
      oldest.position = 0
    }
  }
}

async function begun(index: OwnerIndex, { owner, shard }: Partition, onCut: () => void): Promise<Source> {
  const next = owner === 'R' ? sortedPages(index, shard, onCut) : pages(index, shard)
  return { next, entries: await next(), position: 0 }
}

function pages(index: OwnerIndex, shard: string): () => Promise<readonly IndexEntry[]> {
  let after: IndexCursor | undefined
  let isOver = false
  return async () => {
    while (!isOver) {
      const page = await index.page({ shard, after, limit: PAGE })
      after = page.next
      isOver = after === undefined
      if (page.entries.length > 0) return page.entries
    }
    return []
  }
}

/** All at once: the due time of a row with the sweeper is that of its next try. */
function sortedPages(
  index: OwnerIndex,
  shard: string,
  onCut: () => void,
): () => Promise<readonly IndexEntry[]> {
  let isOver = false
  return async () => {
    if (isOver) return []
    isOver = true
    const entries: IndexEntry[] = []
    let after: IndexCursor | undefined
    for (let page = 0; page < RETRYING_PAGES; page += 1) {
      const read = await index.page({ shard, after, limit: RETRYING_PAGE })
      entries.push(...read.entries)
      after = read.next
      if (after === undefined) break
    }
    if (after !== undefined) onCut()
    return entries.sort(compare)
  }
}

function older(a: Source | undefined, b: Source): Source | undefined {
  const entry = b.entries[b.position]
  if (entry === undefined) return a
  const other = a?.entries[a.position]
  return other === undefined || compare(entry, other) < 0 ? b : a
}

/** What happened in the same millisecond comes in the order of the ids. */
function compare(a: IndexEntry, b: IndexEntry): number {
  return dated(a) - dated(b) || (idOf(a) < idOf(b) ? -1 : 1)
}

function idOf({ key }: IndexEntry): string {
  return rowIdentity(key)?.eventId ?? ''
}

/** What tells no time comes first: somebody edited it. */
function dated(entry: IndexEntry): number {
  const at = pendingSince(entry) ?? fenceTime(entry.due)
  return Number.isNaN(at) ? 0 : at
}
