import { OutboxError } from '../errors.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import type { CheckAction, DeleteAction, PutAction, TransactItem, UpdateAction } from './action.js'

/**
 * What commits together: the caller's writes and the events of the change. It only collects; everything is sent
 * at once when the function given to `transact` has returned.
 */
export class Transaction {
  readonly #tableName: string
  readonly #actions: TransactItem[] = []
  readonly #events: OutboxEvent[] = []
  #open = true

  constructor(tableName: string) {
    this.#tableName = tableName
  }

  /** Writes a whole item. @throws OutboxError NO_TRANSACTION when the transaction has ended */
  put(action: PutAction): void {
    this.#add({ Put: this.#complete(action) })
  }

  /** Changes an item. @throws OutboxError NO_TRANSACTION when the transaction has ended */
  update(action: UpdateAction): void {
    this.#add({ Update: this.#complete(action) })
  }

  /** Deletes an item. @throws OutboxError NO_TRANSACTION when the transaction has ended */
  delete(action: DeleteAction): void {
    this.#add({ Delete: this.#complete(action) })
  }

  /** Demands that an item be as the condition says. @throws OutboxError NO_TRANSACTION when the transaction has ended */
  check(action: CheckAction): void {
    this.#add({ ConditionCheck: this.#complete(action) })
  }

  /** Adds events, in the order in which they happened. @throws OutboxError NO_TRANSACTION when the transaction has ended */
  publish(...events: readonly OutboxEvent[]): void {
    this.#assertOpen()
    this.#events.push(...events)
  }

  get actions(): readonly TransactItem[] {
    return this.#actions
  }

  get events(): readonly OutboxEvent[] {
    return this.#events
  }

  /** From now on nothing can be added: it would be lost without a word. */
  close(): void {
    this.#open = false
  }

  #add(item: TransactItem): void {
    this.#assertOpen()
    this.#actions.push(item)
  }

  /** The old item is asked for so that a failed condition can be told with the item that failed it; it costs nothing. */
  #complete<Action extends { readonly TableName?: string }>(action: Action): Action & { TableName: string } {
    return {
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...action,
      TableName: action.TableName ?? this.#tableName,
    }
  }

  #assertOpen(): void {
    if (this.#open) return
    throw new OutboxError(
      'NO_TRANSACTION',
      'The transaction has ended: await all that writes or publishes before the function given to `transact` returns',
    )
  }
}
