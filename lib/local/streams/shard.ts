import type { JsonRecord } from '../record.js'

/** A record in its place in the stream. */
export interface LoggedRecord {
  readonly sequenceNumber: bigint
  /** Virtual time, milliseconds since the epoch, with a precision of one second. */
  readonly createdAt: number
  /** As the Streams API gives it. */
  readonly record: JsonRecord
  /** Bytes as JSON. */
  readonly bytes: number
}

/** Hashes of partition keys from `from` to below `to`. */
export interface HashRange {
  readonly from: number
  readonly to: number
}

export interface ShardOptions {
  readonly shardId: string
  readonly parentShardId?: string
  readonly range: HashRange
  /** No record has it: an iterator after it is at the shard's beginning. */
  readonly startingSequenceNumber: bigint
  /** After how many records it is closed. */
  readonly capacity: number
}

/** A part of a stream: records of some partition keys, in order. */
export class Shard {
  readonly shardId: string
  readonly parentShardId: string | undefined
  readonly range: HashRange
  readonly startingSequenceNumber: bigint
  readonly #capacity: number
  #records: LoggedRecord[] = []
  /** Whatever is not after this is gone. */
  #trimmedThrough: bigint
  #last: bigint
  #closedAt: number | undefined

  constructor({ shardId, parentShardId, range, startingSequenceNumber, capacity }: ShardOptions) {
    this.shardId = shardId
    this.parentShardId = parentShardId
    this.range = range
    this.startingSequenceNumber = startingSequenceNumber
    this.#capacity = capacity
    this.#trimmedThrough = startingSequenceNumber
    this.#last = startingSequenceNumber
  }

  /** Of the last record; before the first one, the shard's own. */
  get lastSequenceNumber(): bigint {
    return this.#last
  }

  get trimmedThrough(): bigint {
    return this.#trimmedThrough
  }

  /** Since when it takes no more records; undefined while it is open. */
  get closedAt(): number | undefined {
    return this.#closedAt
  }

  /** How many records it has now. */
  get size(): number {
    return this.#records.length
  }

  get isFull(): boolean {
    return this.#records.length >= this.#capacity
  }

  append(record: LoggedRecord): void {
    this.#records.push(record)
    this.#last = record.sequenceNumber
  }

  close(now: number): void {
    this.#closedAt ??= now
  }

  /** Forgets records that are older. */
  trim(oldest: number): void {
    const firstYoung = this.#records.findIndex(({ createdAt }) => createdAt >= oldest)
    const gone = this.#records.splice(0, firstYoung === -1 ? this.#records.length : firstYoung)
    this.#trimmedThrough = gone.at(-1)?.sequenceNumber ?? this.#trimmedThrough
  }

  /** Up to `limit` records after a sequence number. */
  after(sequenceNumber: bigint, limit: number): readonly LoggedRecord[] {
    let [low, high] = [0, this.#records.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#records[middle]?.sequenceNumber ?? 0n) <= sequenceNumber) low = middle + 1
      else high = middle
    }
    return this.#records.slice(low, low + limit)
  }
}
