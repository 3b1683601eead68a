import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  type IndexCount,
  type IndexCursor,
  type IndexEntry,
  type IndexPage,
  OwnerIndex,
  type PageRequest,
} from '../../lib/store/owner-index.js'
import { keyText } from '../../lib/store/row-key.js'
import type { MemoryStore } from '../relay/memory-store.js'

/** The index over rows in memory: at once, unless a test makes it lag. */
export class MemoryIndex extends OwnerIndex {
  /** Every page that was asked for, in order. */
  readonly asked: PageRequest[] = []
  /** Rows as the index still shows them; those of the store are shown, too. */
  stale: IndexEntry[] = []
  /** Called for each page; may throw. */
  onPage: (request: PageRequest) => void = () => undefined
  /** More rows than this are not told at once. */
  maxAtOnce = Number.POSITIVE_INFINITY
  /** Called when all is asked for at once; may throw. */
  onAll: () => void = () => undefined
  /** Pages of a count hold so many rows. */
  countPage = 1_000
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super(DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' })), {
      tableName: 'shop-table',
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      ttlAttribute: 'expiresAt',
    })
    this.#store = store
  }

  override async page(request: PageRequest): Promise<IndexPage> {
    this.asked.push(request)
    this.onPage(request)
    const { shard, before, after, limit } = request
    // As in DynamoDB a page ends at a row, so that rows which come and go move nothing.
    const all = this.#entries((entry) => entry.shard === shard).filter(
      (entry) =>
        (before === undefined || entry.due < before) &&
        (after === undefined || placeOf(entry) > String(after['place'])),
    )
    const entries = all.slice(0, limit)
    const last = entries.at(-1)
    return { entries, next: last !== undefined && all.length > limit ? { place: placeOf(last) } : undefined }
  }

  override async all(maxRows: number, _isTimeUp: () => boolean): Promise<readonly IndexEntry[] | undefined> {
    this.onAll()
    const entries = this.#entries(() => true)
    return entries.length > Math.min(maxRows, this.maxAtOnce) ? undefined : entries
  }

  override async part(after: IndexCursor | undefined, limit: number): Promise<IndexPage> {
    this.onAll()
    const all = this.#entries((entry) => after === undefined || placeOf(entry) > String(after['place']))
    const entries = all.slice(0, limit)
    const last = entries.at(-1)
    return { entries, next: last !== undefined && all.length > limit ? { place: placeOf(last) } : undefined }
  }

  override async count(shard: string, maxPages: number): Promise<IndexCount> {
    const all = this.#entries((entry) => entry.shard === shard).length
    const most = this.countPage * maxPages
    return { count: Math.min(all, most), isWhole: all <= most }
  }

  #entries(isWanted: (entry: IndexEntry) => boolean): IndexEntry[] {
    const indexed = [...this.#store.items.values()].filter((item) => item['obShard'] !== undefined)
    const live = indexed.map((item) => ({
      key: { partition: String(item['pk']), sort: String(item['sk']) },
      shard: String(item['obShard']),
      due: String(item['obDue']),
    }))
    return [...live, ...this.stale].filter(isWanted).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  }
}

function placeOf({ due, key }: IndexEntry): string {
  return `${due} ${keyText(key)}`
}
