import { createHash } from 'node:crypto'
import type { Clock } from '../clock.js'
import { LocalCloudError } from '../local-cloud-error.js'
import type { JsonRecord } from '../record.js'
import { disorder, mix } from './disorder.js'
import { type ItemChange, itemKey } from './item-change.js'
import { SequenceNumbers } from './sequence-numbers.js'
import { type HashRange, type LoggedRecord, Shard } from './shard.js'
import { shardIdAt } from './shard-id.js'
import type { StreamSettings } from './stream-options.js'
import { type StreamViewType, streamRecord } from './stream-record.js'

/** How long a stream keeps a record, in milliseconds. */
export const STREAM_RETENTION: number = 24 * 60 * 60 * 1000

const HASHES = 2 ** 32
/** A stream has at most that many times the open shards with which it began: more of them roll over, none splits. */
const GROWTH = 4

export interface StreamLogOptions {
  readonly streamArn: string
  readonly region: string
  readonly viewType: StreamViewType
  /** The name of the table's partition key. */
  readonly partitionKey: string
  readonly settings: StreamSettings
  readonly clock: Clock
  readonly random: () => number
}

export interface StreamPage {
  readonly records: readonly LoggedRecord[]
  /** Nothing will ever follow. */
  readonly ended: boolean
}

/** The records of one stream in its shards, as every reader sees them. */
export class StreamLog {
  readonly #options: StreamLogOptions
  readonly #numbers = new SequenceNumbers()
  readonly #listeners = new Set<(shardIds: ReadonlySet<string>) => void>()
  /** Parents before their children. */
  #shards: Shard[] = []
  #late: readonly ItemChange[] = []

  constructor(options: StreamLogOptions) {
    this.#options = options
    const { shards } = options.settings
    for (let index = 0; index < shards; index += 1) {
      const [from, to] = [index, index + 1].map((n) => Math.floor((n * HASHES) / shards))
      this.#open({ from: from ?? 0, to: to ?? HASHES })
    }
  }

  /** The shards that there are, parents before their children. */
  shards(): readonly Shard[] {
    this.#trim()
    return this.#shards
  }

  find(shardId: string): Shard | undefined {
    return this.shards().find((shard) => shard.shardId === shardId)
  }

  /**
   * @param changes in the order in which they were made
   * @param transactions for each one the places of its changes
   */
  append(changes: readonly ItemChange[], transactions: readonly (readonly number[])[] = []): void {
    if (changes.length === 0) return
    const { settings, random } = this.#options
    const { now, later } = disorder(changes, transactions, { ...settings, random })
    // An item that is late already stays in order: its changes of before come first.
    const waiting = new Set(this.#late.map(({ keys }) => itemKey(keys)))
    const [held, free] = [
      waiting.size === 0 ? [] : now.filter(isWaiting),
      now.filter((one) => !isWaiting(one)),
    ]
    const late = [...this.#late, ...held, ...later.filter(isWaiting)]
    this.#late = later.filter((one) => !isWaiting(one))
    this.#write(mix(late, free, random))

    function isWaiting({ keys }: ItemChange): boolean {
      return waiting.has(itemKey(keys))
    }
  }

  /** Up to `limit` records after a sequence number. Late records come once others were read. */
  read(shard: Shard, after: bigint, limit: number): StreamPage {
    const records = shard.after(after, limit)
    const isAtTip = records.length < limit
    const ended = shard.closedAt !== undefined && isAtTip
    if (isAtTip) this.#release()
    return { records, ended }
  }

  /**
   * Closes an open shard; its children take over its keys.
   * @returns the children's ids
   * @throws LocalCloudError when there is no such open shard
   */
  split(shardId: string | undefined, children: 1 | 2 = 2): readonly string[] {
    const open = this.#shards.filter(({ closedAt }) => closedAt === undefined)
    const shard = shardId === undefined ? open[0] : open.find((one) => one.shardId === shardId)
    if (shard === undefined)
      throw new LocalCloudError(
        `There is no open shard '${shardId}'. Open: ${open.map((one) => one.shardId).join(', ')}.`,
      )
    shard.close(this.#options.clock.now())
    const { from, to } = shard.range
    const middle = Math.floor((from + to) / 2)
    const ranges =
      children === 1
        ? [shard.range]
        : [
            { from, to: middle },
            { from: middle, to },
          ]
    const ids = ranges.map((range) => this.#open(range, shard).shardId)
    this.#tell(new Set([shard.shardId, ...ids]))
    return ids
  }

  /** The stream was switched off: what is in it can be read, nothing follows. */
  close(): void {
    this.#release()
    for (const shard of this.#shards) shard.close(this.#options.clock.now())
    this.#tell(new Set(this.#shards.map(({ shardId }) => shardId)))
  }

  /** Told which shards have something new: records, or an end. Gives what removes the listener. */
  onRecords(listener: (shardIds: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #trim(): void {
    const oldest = this.#options.clock.now() - STREAM_RETENTION
    for (const shard of this.#shards) shard.trim(oldest)
    this.#shards = this.#shards.filter(
      ({ closedAt, size }) => closedAt === undefined || size > 0 || closedAt >= oldest,
    )
  }

  #release(): void {
    const late = this.#late
    this.#late = []
    this.#write(late)
  }

  #write(changes: readonly ItemChange[]): void {
    if (changes.length === 0) return
    // A stream that nobody reads forgets, too.
    this.#trim()
    const { streamArn, region, viewType, clock } = this.#options
    const createdAt = Math.floor(clock.now() / 1000) * 1000
    const touched = new Set<string>()
    for (const change of changes) {
      const shard = this.#shardOf(change)
      const sequenceNumber = this.#numbers.next()
      const record = streamRecord(change, { streamArn, region, viewType, sequenceNumber, createdAt })
      shard.append({ sequenceNumber, createdAt, record, bytes: Buffer.byteLength(JSON.stringify(record)) })
      touched.add(shard.shardId)
    }
    this.#tell(touched)
    this.#divideFullShards()
  }

  #shardOf({ keys }: ItemChange): Shard {
    const hash = hashOf(keys[this.#options.partitionKey])
    const shard = this.#shards.find(
      ({ closedAt, range }) => closedAt === undefined && hash >= range.from && hash < range.to,
    )
    if (shard === undefined)
      throw new LocalCloudError(`The stream ${this.#options.streamArn} is switched off.`)
    return shard
  }

  #divideFullShards(): void {
    const { settings, random } = this.#options
    if (settings.recordsPerShard === 0) return
    const open = this.#shards.filter(({ closedAt }) => closedAt === undefined)
    for (const shard of open) {
      if (!shard.isFull) continue
      const maySplit = open.length < GROWTH * settings.shards && random() < 0.5
      this.split(shard.shardId, maySplit ? 2 : 1)
    }
  }

  #open(range: HashRange, parent?: Shard): Shard {
    const { settings, random, clock } = this.#options
    const startingSequenceNumber = this.#numbers.next()
    const shard = new Shard({
      shardId: shardIdAt(clock.now(), random),
      ...(parent === undefined ? {} : { parentShardId: parent.shardId }),
      range,
      startingSequenceNumber,
      capacity: Math.ceil(settings.recordsPerShard * (0.5 + random())),
    })
    this.#shards.push(shard)
    return shard
  }

  #tell(shardIds: ReadonlySet<string>): void {
    for (const listener of [...this.#listeners]) listener(shardIds)
  }
}

/** Items of one partition key are in one shard. */
function hashOf(partitionKey: unknown): number {
  const text = JSON.stringify(partitionKey as JsonRecord) ?? ''
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}
