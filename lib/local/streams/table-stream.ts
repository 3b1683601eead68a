import type { SpyLog } from '../spy-log.js'
import type { Activity } from '../time/activity.js'
import type { EngineStream } from './engine-stream.js'
import { type ItemChange, itemKey } from './item-change.js'
import type { StreamLog } from './stream-log.js'
import type { StreamViewType } from './stream-record.js'

/** A transaction of which records may come. */
interface Transaction {
  readonly items: ReadonlySet<string>
  settled: boolean
}

export interface TableStreamOptions {
  readonly arn: string
  readonly label: string
  readonly tableName: string
  readonly viewType: StreamViewType
  readonly keySchema: unknown
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly engineStream: EngineStream
  readonly log: StreamLog
  readonly activity: Activity
  readonly spies: Pick<SpyLog, 'warn'>
}

/** The stream of a table: what the engine tells goes into the log, as soon as somebody rings. */
export class TableStream {
  readonly arn: string
  readonly label: string
  readonly tableName: string
  readonly viewType: StreamViewType
  readonly keySchema: unknown
  readonly createdAt: number
  readonly log: StreamLog
  readonly #options: TableStreamOptions
  #transactions: Transaction[] = []
  #disabledAt: number | undefined
  #reading: Promise<void> | undefined
  #rung = false

  constructor(options: TableStreamOptions) {
    this.arn = options.arn
    this.label = options.label
    this.tableName = options.tableName
    this.viewType = options.viewType
    this.keySchema = options.keySchema
    this.createdAt = options.createdAt
    this.log = options.log
    this.#options = options
  }

  /** Undefined while it is on. */
  get disabledAt(): number | undefined {
    return this.#disabledAt
  }

  /** The table was written to. The records are on their way from now on, which counts as work. */
  ring(): void {
    this.#rung = true
    if (this.#disabledAt !== undefined) return
    this.#reading ??= this.#options.activity
      .run(`the stream of ${this.tableName}`, () => this.#readAll())
      .finally(() => {
        this.#reading = undefined
      })
  }

  /** A transaction on these items begins. Gives what tells that it ended, well or not. */
  transaction(items: Iterable<string>): () => void {
    const transaction = { items: new Set(items), settled: false }
    this.#transactions.push(transaction)
    return () => {
      transaction.settled = true
    }
  }

  /** Everything that was written before is in the log. Nobody may write meanwhile. */
  async settle(): Promise<void> {
    this.ring()
    await this.#reading
  }

  /**
   * What was written since the last `settle`, by one writer: its records are those of one transaction, or of expired
   * items. Nobody else may write meanwhile.
   */
  async take(origin: 'transaction' | 'time-to-live' | 'replication'): Promise<void> {
    const changes = await this.#options.engineStream.read()
    const marked = origin === 'time-to-live' ? changes.map(expired) : changes
    this.log.append(marked, origin === 'transaction' ? [marked.map((_, place) => place)] : [])
  }

  /** Nothing follows. The records stay for a day. */
  disable(now: number): void {
    this.#disabledAt = now
    this.log.close()
  }

  async #readAll(): Promise<void> {
    const { engineStream, spies } = this.#options
    while (this.#rung) {
      this.#rung = false
      // Those that begin while it reads are for the next reading.
      const settled = this.#transactions.filter((transaction) => transaction.settled)
      try {
        const changes = await engineStream.read()
        this.log.append(changes, this.#placesOf(changes))
      } catch (error) {
        spies.warn(`The engine's stream of ${this.tableName} cannot be read: ${String(error)}`)
      }
      this.#transactions = this.#transactions.filter((transaction) => !settled.includes(transaction))
    }
  }

  /**
   * Which changes are of one transaction: for each of its items the first that no other one claims. Where two writes
   * meet on an item it may be the wrong one, which only means another disorder.
   */
  #placesOf(changes: readonly ItemChange[]): readonly (readonly number[])[] {
    if (this.#transactions.length === 0) return []
    const places = new Map<string, number[]>()
    for (const [place, { keys }] of changes.entries()) {
      const key = itemKey(keys)
      const known = places.get(key)
      if (known === undefined) places.set(key, [place])
      else known.push(place)
    }
    return this.#transactions.map(({ items }) =>
      [...items].flatMap((item) => {
        const place = places.get(item)?.shift()
        return place === undefined ? [] : [place]
      }),
    )
  }
}

function expired(change: ItemChange): ItemChange {
  return change.eventName === 'REMOVE' ? { ...change, byTimeToLive: true } : change
}
