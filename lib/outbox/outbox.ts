import { AsyncLocalStorage } from 'node:async_hooks'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Clock, systemClock } from '../clock.js'
import { DEFAULT_KEYS, type KeyNames, parseWriterEnvironment } from '../environment.js'
import { OutboxError } from '../errors.js'
import type { ContextSigner } from '../event/context-signer.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { wellFormedTraceHeader } from '../event/trace-header.js'
import { DEFAULT_MAX_EVENT_BYTES } from '../limits.js'
import { assertEventFits } from './assert-event-fits.js'
import { assertOptions } from './assert-options.js'
import { clientRegion } from './client-region.js'
import { commit } from './commit.js'
import { documentClient } from './document-client.js'
import { EventBatch, type EventPut } from './event-batch.js'
import type { OutboxOptions } from './outbox-options.js'
import { outboxRows } from './outbox-rows.js'
import { Transaction } from './transaction.js'

/** The write path: a change and its events commit in one DynamoDB transaction, or not at all. */
export class Outbox {
  readonly #tableName: string
  readonly #source: string
  readonly #client: DynamoDBDocumentClient
  readonly #keys: KeyNames
  readonly #maxEventBytes: number
  readonly #traceHeader: () => string | undefined
  readonly #contextKeys: readonly string[] | undefined
  readonly #contextSigner: ContextSigner | undefined
  readonly #clock: Clock
  readonly #random: () => number
  readonly #ambient: AsyncLocalStorage<Transaction> = new AsyncLocalStorage()
  #region: Promise<string> | undefined

  /** @throws OutboxError INVALID_CONFIGURATION naming the option that is at fault */
  constructor(options: OutboxOptions) {
    assertOptions(options)
    this.#tableName = options.tableName
    this.#source = options.source
    this.#client = documentClient(options.client)
    this.#keys = options.keys ?? DEFAULT_KEYS
    this.#maxEventBytes = options.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES
    this.#traceHeader = options.traceHeader ?? (() => process.env['_X_AMZN_TRACE_ID'])
    this.#contextKeys = options.contextKeys
    this.#contextSigner = options.contextSigner
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
  }

  /**
   * The outbox that `TransactionalOutbox.grantWrite(fn)` told the function of; options given here win.
   *
   * @throws OutboxError INVALID_CONFIGURATION naming the variable that is missing or malformed
   */
  static fromEnvironment(options: Partial<OutboxOptions> = {}): Outbox {
    return new Outbox({ ...parseWriterEnvironment(process.env), ...options })
  }

  /**
   * Runs `work`, then commits what it added to `tx`, all or nothing, and returns what `work` returned. Nothing is
   * sent when `work` throws, or when anything is too large, doubled or malformed. `work` runs once: a conflict
   * with another transaction is retried by sending the same request again. A `transact` inside `work` is a transaction
   * of its own: it commits whatever becomes of the outer one.
   *
   * @throws OutboxError EVENT_TOO_LARGE, TRANSACTION_TOO_LARGE, TOO_MANY_ITEMS, DUPLICATE_KEY, INVALID_EVENT
   *   before anything is sent
   * @throws OutboxError CONDITION_FAILED with `details.action` and `details.item`; DUPLICATE_EVENT; CONFLICT
   * @throws the AWS SDK's error otherwise. After a time-out it is unknown whether the transaction committed.
   */
  async transact<Result>(work: (tx: Transaction) => Promise<Result> | Result): Promise<Result> {
    const transaction = new Transaction(this.#tableName)
    let result: Result
    try {
      result = await this.#ambient.run(transaction, async () => work(transaction))
    } finally {
      transaction.close()
    }
    await this.#commit(transaction)
    return result
  }

  /**
   * Adds events to the transaction that is running around the caller, however deep in the call stack.
   *
   * @throws OutboxError NO_TRANSACTION when none is running
   */
  enqueue(...events: readonly OutboxEvent[]): void {
    const transaction = this.#ambient.getStore()
    if (transaction === undefined)
      throw new OutboxError(
        'NO_TRANSACTION',
        '`enqueue` was called outside a transaction, where nothing would commit the event: call it inside `outbox.transact(…)`',
      )
    transaction.publish(...events)
  }

  /** The items of events for people who build the transaction themselves, with any library. */
  batch(): EventBatch {
    return new EventBatch((events) => this.#puts(events))
  }

  async #commit(transaction: Transaction): Promise<void> {
    await commit(transaction, await this.#puts(transaction.events), {
      tableName: this.#tableName,
      keys: this.#keys,
      client: this.#client,
      clock: this.#clock,
      random: this.#random,
    })
  }

  async #puts(events: readonly OutboxEvent[]): Promise<EventPut[]> {
    if (events.length === 0) return []
    // Kept, for it does not change; but not a failure, which may (credentials, a missing Region).
    this.#region ??= clientRegion(this.#client.config)
    const region = await this.#region.catch((error: unknown) => {
      this.#region = undefined
      throw error
    })
    const rows = await outboxRows(events, {
      keys: this.#keys,
      source: this.#source,
      region,
      now: this.#clock.now(),
      traceHeader: wellFormedTraceHeader(this.#traceHeader()),
      contextKeys: this.#contextKeys,
      contextSigner: this.#contextSigner,
    })
    return rows.map((row, index) => {
      const event = events[index]
      if (event !== undefined)
        assertEventFits(event, row, { keys: this.#keys, maxEventBytes: this.#maxEventBytes })
      return {
        Put: {
          TableName: this.#tableName,
          Item: row,
          // An event id used twice would put a delivered row back to PENDING, or replace one not yet delivered.
          ConditionExpression: 'attribute_not_exists(#pk)',
          ExpressionAttributeNames: { '#pk': this.#keys.partitionKey },
        },
      }
    })
  }
}
