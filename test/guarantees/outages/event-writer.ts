import { Outbox, type OutboxEvent } from 'serverless-outbox'
import type { OutboxCloud } from '../outbox-cloud.js'
import { thingHappened } from '../thing-happened.js'

export interface Written {
  readonly eventId: string
  readonly aggregateId: string
  /** When the commit was answered, milliseconds since the epoch of the cloud's time. */
  readonly at: number
}

export interface Rate {
  /** Events of one transaction. */
  readonly events: number
  /** From one transaction to the next, milliseconds of the cloud's time. */
  readonly every: number
}

/** 20 events a second. */
export const BUSY: Rate = { events: 20, every: 1_000 }
/** One event every 30 seconds. */
export const CALM: Rate = { events: 1, every: 30_000 }

/** So many aggregates have events, in turn. */
const AGGREGATES = 10

/** A service that goes on writing by the cloud's time, and tells the ledger of each commit. */
export class EventWriter {
  readonly written: Written[] = []
  /** Transactions that were answered. */
  transactions = 0
  readonly #fixture: OutboxCloud
  readonly #outbox: Outbox
  readonly #versions = new Map<string, number>()
  #turn = 0

  constructor(fixture: OutboxCloud) {
    const { cloud, tableName, documents } = fixture
    this.#fixture = fixture
    this.#outbox = new Outbox({ tableName, source: 'guarantees', client: documents, clock: cloud.clock })
  }

  /** The next event of an aggregate, of the one whose turn it is unless told otherwise. */
  event(text = 'x', aggregateId?: string): OutboxEvent {
    const id = aggregateId ?? `${this.#turn++ % AGGREGATES}`
    const aggregateVersion = (this.#versions.get(id) ?? 0) + 1
    this.#versions.set(id, aggregateVersion)
    return thingHappened.create({ aggregateId: id, aggregateVersion, data: { text } })
  }

  /** @throws whatever keeps the transaction from being committed: then the write path did not go on */
  async commit(...events: readonly OutboxEvent[]): Promise<void> {
    const { cloud, ledger } = this.#fixture
    await this.#outbox.transact((tx) => tx.publish(...events))
    this.transactions += 1
    const at = cloud.clock.now()
    for (const { eventId, aggregateId } of events) {
      ledger.acknowledge(eventId)
      this.written.push({ eventId, aggregateId, at })
    }
  }

  /** Writes at a rate for so long, in milliseconds of the cloud's time, which passes meanwhile. */
  async keepWriting({ events, every }: Rate, duration: number): Promise<void> {
    const { clock } = this.#fixture.cloud
    for (const until = clock.now() + duration; clock.now() < until; await clock.advance(every))
      await this.commit(...Array.from({ length: events }, () => this.event()))
  }
}
