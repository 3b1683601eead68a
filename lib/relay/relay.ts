import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import type { Clock } from '../clock.js'
import type { DeadLetterQueue } from '../dead-letter/dead-letter-queue.js'
import { AcceptedMemory } from '../delivery/accepted-memory.js'
import type { Delivery } from '../delivery/delivery.js'
import { orderRows } from '../delivery/order-rows.js'
import type { Outcome } from '../delivery/outcome.js'
import type { PendingRow } from '../delivery/pending-row.js'
import { settle } from '../delivery/settle.js'
import { type BackoffTimes, settlements } from '../delivery/settlement.js'
import type { KeyNames } from '../environment.js'
import type { OutboxStore } from '../store/outbox-store.js'
import { keyText, type RowIdentity } from '../store/row-key.js'
import { METRIC } from '../telemetry.js'
import type { TelemetrySink } from '../telemetry-sink.js'
import { lookUp } from './look-up.js'
import { readRecord } from './read-record.js'
import { relayTimes } from './relay-times.js'
import { type Triage, triage } from './triage.js'

export interface RelayOptions {
  readonly store: OutboxStore
  readonly delivery: Delivery
  readonly deadLetterQueue: DeadLetterQueue
  readonly telemetry: TelemetrySink
  readonly clock: Clock
  readonly random: () => number
  readonly tableName: string
  readonly keys: KeyNames
  readonly retentionSeconds: number
  /** Whether it then goes to an archive, rather than expires by TTL. */
  readonly isArchived: boolean
  /** Waits before the sweeper tries a row that was handed over. */
  readonly backoff: BackoffTimes
}

interface InvocationContext {
  readonly getRemainingTimeInMillis: () => number
}

const LOOKUP_FAILED: Outcome = {
  kind: 'held',
  error: { code: 'LookupFailed', message: 'The rows could not be read' },
}

/**
 * Stream batch in, checkpoint out: looks up who owns each row, delivers what is still the relay's, writes the
 * outcomes, and answers with the first record that must come again.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #accepted: AcceptedMemory = new AcceptedMemory()

  constructor(options: RelayOptions) {
    this.#options = options
  }

  async handle(event: DynamoDBStreamEvent, context: InvocationContext): Promise<DynamoDBBatchResponse> {
    const times = relayTimes(this.#options.clock.now(), context.getRemainingTimeInMillis())
    const sequenceNumbers = this.#read(event)
    const rows = [...sequenceNumbers.keys()]

    const sorted = await this.#lookUp(orderRows(rows), times.retryUntil)
    const outcomes = await this.#deliver(sorted, times)
    const failed = await this.#settle(sorted, outcomes, times.markUntil)

    // The mapping starts again at the first failed record; what comes after it and is marked is found marked.
    const first = rows.find((row) => failed.has(row))
    if (first === undefined) return { batchItemFailures: [] }
    return { batchItemFailures: [{ itemIdentifier: sequenceNumbers.get(first) ?? '' }] }
  }

  /** The rows of the batch, in its order, each with the sequence number of its record. */
  #read(event: DynamoDBStreamEvent): Map<PendingRow, string> {
    const latest = new Map<string, { row: PendingRow; sequenceNumber: string }>()
    for (const record of event.Records) {
      const sequenceNumber = record.dynamodb?.SequenceNumber ?? ''
      const row = readRecord(record, this.#options.keys)
      if (row === undefined) {
        this.#reportUnreadable(sequenceNumber)
        continue
      }
      // A row that was deleted and written anew has two records. Only its last image can be in the table, and a
      // look-up that names a key twice is refused.
      const key = keyText(row.key)
      if (latest.delete(key)) this.#options.telemetry.count(METRIC.vanished, 1)
      latest.set(key, { row, sequenceNumber })
    }
    return new Map([...latest.values()].map(({ row, sequenceNumber }) => [row, sequenceNumber]))
  }

  async #lookUp(rows: readonly PendingRow[], until: number): Promise<Triage> {
    const { store, clock, random, telemetry } = this.#options
    const keys = rows.map(({ key }) => key)
    const { states, unread, errorCode } = await lookUp(keys, { store, clock, random, until })
    if (errorCode !== undefined) {
      telemetry.error('The rows of a batch could not be looked up', { errorCode, records: unread.size })
      telemetry.count(METRIC.outage, 1)
    }
    const found = triage(rows, states, unread)
    telemetry.count(METRIC.vanished, found.vanished.length)
    for (const { identity } of found.strange) this.#reportStrange(identity)
    return found
  }

  async #deliver(sorted: Triage, times: ReturnType<typeof relayTimes>): Promise<Map<PendingRow, Outcome>> {
    const { delivery, telemetry } = this.#options
    const outcomes = new Map<PendingRow, Outcome>()
    for (const row of sorted.unread) outcomes.set(row, LOOKUP_FAILED)
    for (const row of sorted.follow.keys()) outcomes.set(row, { kind: 'along' })
    for (const row of sorted.deliver) if (this.#accepted.has(row)) outcomes.set(row, { kind: 'published' })

    const {
      outcomes: sent,
      retried,
      outage,
    } = await delivery.deliver(
      sorted.deliver.filter((row) => !outcomes.has(row)),
      times,
    )
    for (const [row, outcome] of sent) outcomes.set(row, outcome)
    telemetry.count(METRIC.retried, retried)
    if (outage !== undefined) {
      telemetry.count(METRIC.outage, 1)
      telemetry.error('The destination takes no events; the shard is held', { errorCode: outage.code })
    }
    return outcomes
  }

  /** Returns the rows whose records must come again. */
  async #settle(sorted: Triage, outcomes: Map<PendingRow, Outcome>, until: number): Promise<Set<PendingRow>> {
    const { clock, random, retentionSeconds, isArchived, backoff } = this.#options
    const now = clock.now()
    // `outcomes` names the rows in no particular order; due times follow the order of the aggregate.
    const rows = [...sorted.deliver, ...sorted.follow.keys(), ...sorted.unread]
    const all = settlements(
      rows,
      (row) => outcomes.get(row) ?? LOOKUP_FAILED,
      { now, random, retentionSeconds, isArchived, backoff },
      (row) => sorted.follow.get(row),
    )
    const resultOf = await settle(all, {
      ...this.#options,
      until,
      accepted: this.#accepted,
      waiting: METRIC.handedOver,
    })
    return new Set(
      all.flatMap(({ row }) => {
        const result = resultOf.get(row)
        // What can never be written must not hold the shard; it is counted and logged, and the row stays as it is.
        const comesAgain =
          result === undefined || (result.kind === 'failed' && result.permanent === undefined)
        return comesAgain ? [row] : []
      }),
    )
  }

  #reportStrange({ eventId, aggregateType, aggregateId }: RowIdentity): void {
    this.#options.telemetry.count(METRIC.unreadable, 1)
    this.#options.telemetry.error(
      'A row is pending but nobody owns it; its status, shard or due time was edited',
      {
        eventId,
        aggregateType,
        aggregateId,
      },
    )
  }

  #reportUnreadable(sequenceNumber: string): void {
    this.#options.telemetry.count(METRIC.unreadable, 1)
    this.#options.telemetry.error('A stream record is no outbox row; check the filter of the mapping', {
      sequenceNumber,
    })
  }
}
