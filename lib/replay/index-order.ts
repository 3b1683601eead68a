import pMap from 'p-map'
import type { KeyNames } from '../environment.js'
import { fenceTime } from '../store/fence.js'
import { ATTRIBUTE } from '../store/layout.js'
import type { IndexCursor, IndexEntry, OwnerIndex } from '../store/owner-index.js'
import { keyAttributes, keyText, rowIdentity } from '../store/row-key.js'

export interface IndexOrderOptions {
  readonly index: Pick<OwnerIndex, 'page'>
  readonly keys: KeyNames
  /** Partitions of the index. */
  readonly shards: readonly string[]
  /** The entry behind which it goes on. @default - from the beginning */
  readonly after?: IndexEntry
}

/** Keys per page; a page of each shard is in memory. */
const PAGE = 500
const CONCURRENT_SHARDS = 4

/** One partition, as far as it is read. */
interface Reading {
  readonly shard: string
  page: readonly IndexEntry[]
  at: number
  next: IndexCursor | undefined
}

/**
 * The entries of all the partitions in the order in which they fall due, to the millisecond, and in one by the events' ids:
 * what was delivered together has one time.
 *
 * @throws the SDK's error
 */
export async function* indexOrder(options: IndexOrderOptions): AsyncGenerator<IndexEntry, void, undefined> {
  const { after } = options
  let together: IndexEntry[] = []
  for await (const entry of merged(options)) {
    if (together[0] !== undefined && timeIn(together[0]) !== timeIn(entry)) {
      yield* together.sort(byId)
      together = []
    }
    // A partition goes on a little before the place, for a cursor must name a key.
    if (after === undefined || isBehind(entry, after)) together.push(entry)
  }
  yield* together.sort(byId)
}

async function* merged(options: IndexOrderOptions): AsyncGenerator<IndexEntry, void, undefined> {
  const { shards, after, keys } = options
  const begun = await pMap(
    shards,
    async (shard) => {
      const reading: Reading = { shard, page: [], at: 0, next: after && cursorBefore(after, shard, keys) }
      await turn(reading, options)
      return reading
    },
    { concurrency: CONCURRENT_SHARDS },
  )
  while (true) {
    let first: { readonly reading: Reading; readonly entry: IndexEntry } | undefined
    for (const reading of begun) {
      const entry = reading.page[reading.at]
      if (entry !== undefined && (first === undefined || entry.due < first.entry.due))
        first = { reading, entry }
    }
    if (first === undefined) return
    const { reading, entry } = first
    reading.at += 1
    if (reading.at === reading.page.length && reading.next !== undefined) await turn(reading, options)
    yield entry
  }
}

/** Reads on until there is an entry, or none is left. */
async function turn(reading: Reading, { index }: IndexOrderOptions): Promise<void> {
  do {
    const { entries, next } = await index.page({ shard: reading.shard, after: reading.next, limit: PAGE })
    reading.page = entries
    reading.at = 0
    reading.next = next
  } while (reading.page.length === 0 && reading.next !== undefined)
}

/** Before all that falls due at the same time: DynamoDB takes a key that no row has. */
function cursorBefore(after: IndexEntry, shard: string, keys: KeyNames): IndexCursor | undefined {
  const due = timeIn(after).slice(0, -1)
  // A due time that somebody edited may have no text before it.
  if (due === '') return undefined
  return { ...keyAttributes(after.key, keys), [ATTRIBUTE.shard]: shard, [ATTRIBUTE.due]: due }
}

/** Without the random end of a fence; all of what is none. */
function timeIn({ due }: IndexEntry): string {
  return Number.isNaN(fenceTime(due)) ? due : due.slice(0, due.indexOf('Z') + 1)
}

function isBehind(entry: IndexEntry, other: IndexEntry): boolean {
  const [time, otherTime] = [timeIn(entry), timeIn(other)]
  return time === otherTime ? byId(entry, other) > 0 : time > otherTime
}

function byId(one: IndexEntry, other: IndexEntry): number {
  const [a, b] = [idText(one), idText(other)]
  return a === b ? 0 : a < b ? -1 : 1
}

function idText({ key }: IndexEntry): string {
  return `${rowIdentity(key)?.eventId ?? ''}\u0000${keyText(key)}`
}
