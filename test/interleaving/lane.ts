import type { DynamoDBRecord } from 'aws-lambda'
import type { EventRecord } from './event-record.js'

export interface LaneRecord {
  readonly event: EventRecord
  readonly record: DynamoDBRecord
  /** When it came into the stream. Milliseconds since the epoch. */
  readonly at: number
}

export interface Batch {
  /** Places in the log; `to` is the first one after it. */
  readonly from: number
  readonly to: number
  readonly records: readonly LaneRecord[]
}

export interface TakeOptions {
  readonly size: number
  readonly now: number
  /** Older records are given up. Milliseconds. */
  readonly maxAge: number
  readonly gaveUp: (event: EventRecord) => void
}

/** How often a record that fails the function by itself is tried. */
const MAX_TRIES = 4

/**
 * One shard of the stream and what Lambda's mapping makes of it: batches from a checkpoint, which comes back to the first
 * failed record, halves what fails the function, and gives up what is too old or fails alone too often.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
export class Lane {
  readonly log: LaneRecord[] = []
  #checkpoint = 0
  /** Where the batch ends that is to be repeated. */
  #end: number | undefined
  #tries = 0
  #current: Batch | undefined
  #last: Batch | undefined

  append(record: LaneRecord): void {
    record.event.place = this.log.length
    this.log.push(record)
  }

  get isIdle(): boolean {
    return this.#current === undefined
  }

  get hasMore(): boolean {
    return this.#checkpoint < this.log.length
  }

  take({ size, now, maxAge, gaveUp }: TakeOptions): Batch | undefined {
    if (this.#current !== undefined) return undefined
    for (let first = this.log[this.#checkpoint]; first !== undefined; first = this.log[this.#checkpoint]) {
      if (now - first.at <= maxAge) break
      this.#moveTo(this.#checkpoint + 1)
      gaveUp(first.event)
    }
    const to = Math.min(this.#end ?? this.#checkpoint + size, this.log.length)
    if (to <= this.#checkpoint) return undefined
    const records = this.log.slice(this.#checkpoint, to)
    markSplit(records, this.log)
    this.#current = { from: this.#checkpoint, to, records }
    return this.#current
  }

  /** The function answered; everything before the first failed record is done. */
  answered(batch: Batch, firstFailed: string | undefined): void {
    if (this.#current !== batch) return
    this.#over(batch)
    if (firstFailed === undefined) {
      this.#moveTo(batch.to)
      return
    }
    const index = batch.records.findIndex(({ record }) => record.dynamodb?.SequenceNumber === firstFailed)
    if (index > 0) this.#moveTo(batch.from + index)
    this.#end = batch.to
  }

  /** The function failed, or ran out of time. */
  failed(batch: Batch, gaveUp: (event: EventRecord) => void): void {
    if (this.#current !== batch) return
    this.#over(batch)
    const [first, second] = batch.records
    if (second !== undefined) {
      this.#end = batch.from + Math.ceil(batch.records.length / 2)
      return
    }
    this.#tries += 1
    if (this.#tries < MAX_TRIES || first === undefined) {
      this.#end = batch.to
      return
    }
    gaveUp(first.event)
    this.#moveTo(batch.to)
  }

  /** The checkpoint was not kept: the last batch comes once more, whatever became of it. */
  repeatLast(): boolean {
    if (this.#current !== undefined || this.#last === undefined) return false
    this.#checkpoint = Math.min(this.#checkpoint, this.#last.from)
    this.#end = undefined
    this.#last = undefined
    return true
  }

  /** The mapping is replaced: whoever has the present batch is not heard any more. */
  replace(checkpoint: number = this.#checkpoint): void {
    this.#current = undefined
    this.#end = undefined
    this.#tries = 0
    this.#checkpoint = Math.min(this.#checkpoint, checkpoint)
  }

  #over(batch: Batch): void {
    this.#current = undefined
    this.#last = batch
    this.#end = undefined
  }

  #moveTo(place: number): void {
    this.#checkpoint = place
    this.#tries = 0
    if (this.#end !== undefined && this.#end <= place) this.#end = undefined
  }
}

/** Events of one transaction that this batch separates have no order among each other any more. */
function markSplit(records: readonly LaneRecord[], log: readonly LaneRecord[]): void {
  const inside = new Set(records.map(({ event }) => event))
  const ends = [records[0], records.at(-1)].flatMap((record) => record ?? [])
  for (const { event } of ends) {
    const siblings = around(event.place, log).filter((other) => other.transaction === event.transaction)
    if (siblings.some((other) => !inside.has(other))) for (const other of siblings) other.isSplit = true
  }
}

/** A transaction's records stand together. */
function around(place: number, log: readonly LaneRecord[]): EventRecord[] {
  return log.slice(Math.max(0, place - 20), place + 21).map(({ event }) => event)
}
