import { OutboxError } from '../errors.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import type { TransactItem } from './action.js'

/** An entry of `TransactItems` as the DocumentClient takes it. */
export type EventPut = TransactItem & { readonly Put: NonNullable<TransactItem['Put']> }

/**
 * Events as items for a transaction that somebody else sends. One batch per transaction: an event is told how
 * many events its aggregate has in it.
 */
export class EventBatch {
  readonly #toItems: (events: readonly OutboxEvent[]) => Promise<EventPut[]>
  readonly #events: OutboxEvent[] = []
  #taken = false

  constructor(toItems: (events: readonly OutboxEvent[]) => Promise<EventPut[]>) {
    this.#toItems = toItems
  }

  /** @throws OutboxError NO_TRANSACTION once the items were taken: the event would be in no transaction */
  add(...events: readonly OutboxEvent[]): this {
    if (this.#taken)
      throw new OutboxError(
        'NO_TRANSACTION',
        'The items of this batch were taken already: add all events first, or start another batch',
      )
    this.#events.push(...events)
    return this
  }

  /**
   * The entries for `TransactItems`, in the order of the events, each with its condition. They must be sent as they
   * are, in one TransactWriteItems together with the change.
   *
   * @throws OutboxError EVENT_TOO_LARGE, DUPLICATE_EVENT, INVALID_EVENT
   */
  async items(): Promise<EventPut[]> {
    this.#taken = true
    return this.#toItems(this.#events)
  }
}
