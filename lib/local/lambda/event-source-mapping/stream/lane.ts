import { type Batch, type LastInvocation, newBatch } from './batch.js'
import type { BatchOutcome } from './batch-outcome.js'
import { postponeBatch, settleBatch } from './settle-batch.js'
import type { StreamPolicy } from './stream-policy.js'
import type { StreamRecord } from './stream-record.js'

export type DiscardCondition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded'

/** What a lane wants next. */
export type LaneStep =
  | { readonly kind: 'invoke'; readonly batch: Batch }
  | { readonly kind: 'discard'; readonly batch: Batch; readonly condition: DiscardCondition }
  /** Nothing to do until new records come, or until the time given in milliseconds since the epoch. */
  | { readonly kind: 'wait'; readonly until?: number }

/** `{"Records":[]}` */
const ENVELOPE_BYTES = 14

/** How long a DynamoDB stream keeps a record, in milliseconds. */
const STREAM_RETENTION = 24 * 60 * 60 * 1000

/**
 * One ordered line of records with one invocation at a time. It decides and remembers, it does nothing: its driver
 * tells it the time, carries out each step and says how it ended.
 */
export class Lane {
  readonly #policy: StreamPolicy
  /** Records that are in no batch yet. */
  #queue: StreamRecord[] = []
  /** When the batching window of the queue began. */
  #queuedSince = 0
  /** Batches that are not done, in order: they come before the queue. */
  #batches: readonly Batch[] = []

  constructor(policy: StreamPolicy) {
    this.#policy = policy
  }

  /** How many records are neither delivered nor discarded. */
  get backlog(): number {
    return this.#batches.reduce((sum, { records }) => sum + records.length, this.#queue.length)
  }

  /** The records that are neither delivered nor discarded, in order. */
  get undone(): readonly StreamRecord[] {
    return [...this.#batches.flatMap(({ records }) => records), ...this.#queue]
  }

  offer(records: readonly StreamRecord[], now: number): void {
    if (this.#queue.length === 0) this.#queuedSince = now
    this.#queue.push(...records)
  }

  /** The same step again as long as it is not settled. */
  next(now: number): LaneStep {
    const batch = this.#batches[0] ?? this.#cut(now)
    if (batch === undefined) {
      const { batchingWindow } = this.#policy
      return this.#queue.length === 0
        ? { kind: 'wait' }
        : { kind: 'wait', until: this.#queuedSince + batchingWindow }
    }
    const expired = this.#expired(batch, now)
    if (expired.length > 0)
      return { kind: 'discard', batch: { ...batch, records: expired }, condition: 'RecordAgeExceeded' }
    if (batch.exhausted) return { kind: 'discard', batch, condition: 'RetryAttemptsExhausted' }
    if (batch.notBefore > now) {
      const oldest = batch.records[0]?.createdAt ?? now
      // Just after the moment at which the record is too old.
      return { kind: 'wait', until: Math.min(batch.notBefore, oldest + this.#maximumAge() + 1) }
    }
    return { kind: 'invoke', batch }
  }

  /** The invocation of the present step has ended. */
  settle(outcome: BatchOutcome, last: LastInvocation, now: number): void {
    const [batch, ...others] = this.#batches
    if (batch !== undefined)
      this.#batches = [...settleBatch(batch, outcome, last, this.#policy, now), ...others]
  }

  /** The function could not be invoked. */
  postpone(now: number): void {
    const [batch, ...others] = this.#batches
    if (batch !== undefined) this.#batches = [postponeBatch(batch, this.#policy, now), ...others]
  }

  /** The records of a discard step are gone. */
  discard({ records }: Batch): void {
    const [batch, ...others] = this.#batches
    if (batch === undefined) return
    const rest = batch.records.slice(records.length)
    this.#batches = rest.length === 0 ? others : [{ ...batch, records: rest }, ...others]
  }

  /** Goes back to the checkpoint, as a mapping does that is enabled again: attempts so far are forgotten. */
  rewind(now: number): void {
    this.#queue = [...this.undone]
    this.#batches = []
    this.#queuedSince = now
  }

  /** Makes a batch of the queue's head once it is full, or its window is over. */
  #cut(now: number): Batch | undefined {
    const { batchSize, batchingWindow, maximumBatchBytes } = this.#policy
    let bytes = ENVELOPE_BYTES
    let count = 0
    for (const record of this.#queue) {
      // With the comma that separates it from the next one.
      bytes += record.bytes + 1
      if (count === batchSize || (count > 0 && bytes > maximumBatchBytes)) break
      count += 1
    }
    const isFull = count === batchSize || count < this.#queue.length
    if (count === 0 || (!isFull && now < this.#queuedSince + batchingWindow)) return undefined
    const batch = newBatch(this.#queue.splice(0, count))
    this.#queuedSince = now
    this.#batches = [batch]
    return batch
  }

  /** The records at the head of the batch that are too old. */
  #expired({ records }: Batch, now: number): readonly StreamRecord[] {
    const firstYoung = records.findIndex(({ createdAt }) => now - createdAt <= this.#maximumAge())
    return firstYoung === -1 ? records : records.slice(0, firstYoung)
  }

  #maximumAge(): number {
    const { maximumRecordAge } = this.#policy
    return maximumRecordAge === -1 ? STREAM_RETENTION : Math.min(maximumRecordAge, STREAM_RETENTION)
  }
}
