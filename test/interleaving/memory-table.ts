import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import pMap from 'p-map'
import { BATCH_STATEMENT_MAX } from '../../lib/limits.js'
import { chunk } from '../../lib/store/chunk.js'
import { type ChangeResult, OutboxStore, type RowChange } from '../../lib/store/outbox-store.js'
import { OwnerIndex, type PageRequest } from '../../lib/store/owner-index.js'
import { keyText, type RowKey } from '../../lib/store/row-key.js'
import { isStatement } from '../../lib/store/transition-statement.js'
import { TRANSITIONS } from '../../lib/store/transitions.js'
import { canceled } from '../outbox/mocked-outbox.js'
import { MemoryStore } from '../relay/memory-store.js'
import { MemoryIndex } from '../sweeper/memory-index.js'
import { chance } from './chance.js'
import type { EventRecord, Item } from './event-record.js'
import type { Ledger } from './ledger.js'
import {
  aggregatePartition,
  DOCUMENTS,
  failsAt,
  isRow,
  LAG_RATE,
  type Line,
  namesOf,
  type Table,
  type TableOptions,
  tableFailure,
  transactionFailure,
} from './table.js'
import type { Worker } from './worker.js'

const LAYOUT = {
  tableName: 'shop-table',
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  ttlAttribute: 'expiresAt',
}
const CONCURRENT_CALLS = 4

/** Rows in memory, under the code's own transitions. */
export class MemoryTable implements Table {
  readonly tableName = LAYOUT.tableName
  readonly #ledger: Ledger
  readonly #committed: (rows: readonly Item[]) => void
  readonly #rows = new MemoryStore()
  /** The rows as the index shows them. */
  readonly #shown = new MemoryStore()
  readonly #index = new MemoryIndex(this.#shown)
  readonly #aggregates = new Map<string, Item>()
  readonly #tokens = new Set<string>()
  #unshown: RowKey[] = []
  #lagRate = LAG_RATE

  constructor({ ledger, committed }: TableOptions) {
    this.#ledger = ledger
    this.#committed = committed
  }

  readonly store = (line: Line): OutboxStore =>
    new SuspendedStore(line, this.#rows, this.#ledger, (worker, keys) => this.#written(worker, keys))

  readonly index = (line: Line): OwnerIndex => new SuspendedIndex(line, this.#index)

  readonly transact = (line: Line, input: TransactWriteCommandInput): Promise<object> =>
    line.suspend({
      name: 'TransactWriteItems',
      effect: () => this.#transact(input),
      failure: transactionFailure,
    })

  readonly remove = async ({ key }: EventRecord): Promise<void> => {
    this.#rows.items.delete(keyText(key))
    this.#show(key)
  }

  readonly catchUp = (number: number): void => {
    const [key] = this.#unshown.splice(number % Math.max(1, this.#unshown.length), 1)
    if (key !== undefined) this.#show(key)
  }

  readonly stopLagging = (): void => {
    this.#lagRate = 0
    for (const key of this.#unshown.splice(0)) this.#show(key)
  }

  readonly versionOf = async (aggregate: string): Promise<number> =>
    Number(this.#aggregates.get(aggregatePartition(aggregate))?.['version'] ?? 0)

  #written(worker: Worker, keys: readonly RowKey[]): void {
    // What was tried and asked is of no use here, and a long history has much of it.
    this.#rows.applied.length = 0
    this.#rows.lookedUp.length = 0
    this.#index.asked.length = 0
    for (const key of keys) {
      const item = this.#rows.get(key)
      this.#ledger.wrote(worker, key, item === undefined ? undefined : { ...item })
      if (chance.next() < this.#lagRate) this.#unshown.push(key)
      else this.#show(key)
    }
  }

  #show(key: RowKey): void {
    const item = this.#rows.get(key)
    if (item === undefined) this.#shown.items.delete(keyText(key))
    else this.#shown.put(key, item)
  }

  /** All or nothing; the same token once. */
  #transact({ TransactItems = [], ClientRequestToken = '' }: TransactWriteCommandInput): object {
    if (this.#tokens.has(ClientRequestToken)) return {}
    const puts = TransactItems.flatMap(({ Put }) => Put ?? [])
    const reasons = puts.map(({ Item = {}, ExpressionAttributeValues }) => {
      const seen = ExpressionAttributeValues?.[':seen'] as number | undefined
      return this.#find(Item)?.['version'] === seen ? 'None' : 'ConditionalCheckFailed'
    })
    if (reasons.some((reason) => reason !== 'None')) throw canceled(...reasons)
    this.#tokens.add(ClientRequestToken)
    const items = puts.flatMap(({ Item }) => Item ?? [])
    const rows = items.filter(isRow)
    for (const item of items.filter((candidate) => !isRow(candidate)))
      this.#aggregates.set(String(item['pk']), item)
    this.#committed(rows)
    for (const row of rows) {
      const key = { partition: String(row['pk']), sort: String(row['sk']) }
      this.#rows.put(key, row)
      if (chance.next() < this.#lagRate) this.#unshown.push(key)
      else this.#show(key)
    }
    return {}
  }

  /** An outbox row has no version: one that is there must not be. */
  #find(item: Item): Item | undefined {
    if (!isRow(item)) return this.#aggregates.get(String(item['pk']))
    const found = this.#rows.get({ partition: String(item['pk']), sort: String(item['sk']) })
    return found === undefined ? undefined : { version: -1 }
  }
}

/** Cut into the calls that the real store makes. */
class SuspendedStore extends OutboxStore {
  readonly #line: Line
  readonly #rows: MemoryStore
  readonly #ledger: Ledger
  readonly #written: (worker: Worker, keys: readonly RowKey[]) => void

  constructor(
    line: Line,
    rows: MemoryStore,
    ledger: Ledger,
    written: (worker: Worker, keys: readonly RowKey[]) => void,
  ) {
    super(DOCUMENTS, LAYOUT)
    this.#line = line
    this.#rows = rows
    this.#ledger = ledger
    this.#written = written
  }

  override lookUp(keys: readonly RowKey[]): ReturnType<OutboxStore['lookUp']> {
    return this.#reading(keys, () => this.#rows.lookUp(keys))
  }

  override read(keys: readonly RowKey[]): ReturnType<OutboxStore['read']> {
    return this.#reading(keys, () => this.#rows.read(keys))
  }

  override async apply(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    const results = new Map<RowChange, ChangeResult>()
    const inBatches = changes.filter(({ transition }) => isStatement(TRANSITIONS[transition]))
    const others = changes.filter(({ transition }) => !isStatement(TRANSITIONS[transition]))
    const parts = [...chunk(inBatches, BATCH_STATEMENT_MAX), ...others.map((change) => [change])]
    await pMap(
      parts,
      async (part) => {
        const made = await this.#write(part)
        for (const [index, change] of part.entries())
          results.set(change, made[index] ?? { kind: 'failed', errorCode: 'NoAnswer' })
      },
      { concurrency: CONCURRENT_CALLS },
    )
    return changes.map((change) => results.get(change) ?? { kind: 'failed', errorCode: 'NoAnswer' })
  }

  async #write(part: readonly RowChange[]): Promise<ChangeResult[]> {
    try {
      return await this.#line.suspend({
        name: [...new Set(part.map(({ transition }) => transition))].join(' '),
        about: namesOf(
          this.#ledger,
          part.map(({ key }) => key),
        ),
        effect: async ({ bits, worker }) => {
          this.#rows.fail((change) => failsAt(bits, part.indexOf(change)))
          const results = await this.#rows.apply(part)
          for (const [index, { kind }] of results.entries())
            this.#ledger.count(`${part[index]?.transition}: ${kind}`)
          this.#written(
            worker,
            part.map(({ key }) => key),
          )
          return results
        },
        failure: tableFailure,
      })
    } catch (error) {
      const errorCode = error instanceof Error ? error.name : 'UnknownError'
      return part.map(() => ({ kind: 'failed', errorCode }))
    }
  }

  #reading<T extends { readonly unread: ReadonlySet<string> }>(
    keys: readonly RowKey[],
    read: () => Promise<T>,
  ): Promise<T> {
    return this.#line.suspend({
      name: 'BatchGetItem',
      about: namesOf(this.#ledger, keys),
      effect: async ({ bits, worker }) => {
        this.#rows.onLookUp = (asked) => asked.filter((_, index) => failsAt(bits, index))
        const answer = await read()
        this.#ledger.lookedUp(
          worker,
          keys.filter((key) => !answer.unread.has(keyText(key))),
        )
        return answer
      },
      failure: tableFailure,
    })
  }
}

class SuspendedIndex extends OwnerIndex {
  readonly #line: Line
  readonly #index: MemoryIndex

  constructor(line: Line, index: MemoryIndex) {
    super(DOCUMENTS, LAYOUT)
    this.#line = line
    this.#index = index
  }

  override page(request: PageRequest): ReturnType<OwnerIndex['page']> {
    return this.#asking('Query', () => this.#index.page(request))
  }

  override all(...request: Parameters<OwnerIndex['all']>): ReturnType<OwnerIndex['all']> {
    return this.#asking('Scan', () => this.#index.all(...request))
  }

  override part(...request: Parameters<OwnerIndex['part']>): ReturnType<OwnerIndex['part']> {
    return this.#asking('Scan', () => this.#index.part(...request))
  }

  override count(shard: string, maxPages: number): ReturnType<OwnerIndex['count']> {
    return this.#asking('Query', () => this.#index.count(shard, maxPages))
  }

  #asking<T>(name: string, ask: () => Promise<T>): Promise<T> {
    return this.#line.suspend({ name, effect: ask, failure: tableFailure })
  }
}
