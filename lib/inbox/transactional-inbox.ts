import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import { isOutboxError } from '../errors.js'
import type { Transaction } from '../outbox/transaction.js'
import type { Transact } from './effect-transactions.js'
import { type EventOrder, eventOrder } from './event-order.js'
import type { InboxStore } from './inbox-store.js'
import { missingBefore, type Start } from './missing-before.js'
import { positionOf } from './position-of.js'
import type { Metadata } from './read-message.js'

export interface TransactionalInboxOptions {
  readonly store: InboxStore
  readonly transact: Transact
  readonly clock: Clock
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** An event before which others are missing is not handled yet. @default - every event is handled when it comes */
  readonly holdFrom?: Start
}

/** What the handler does: with a transaction, and told of the order, where an inbox has both. */
export type Effect = (tx?: Transaction, order?: EventOrder) => unknown

export type Handled =
  | { readonly kind: 'handled'; readonly order?: EventOrder }
  | { readonly kind: 'duplicate' }
  /** `missing` in words for people. */
  | { readonly kind: 'early'; readonly missing: readonly string[] }

/** Other workers move the position of a busy aggregate; each time one of them gets on. */
const MAX_TRIES = 10
const BASE_DELAY = 25
const MAX_DELAY = 1_000

/** The places of our own actions: they are added before the handler's. */
const RECORD = 0
const POSITION = 1

/**
 * Runs an effect once per event: what it writes, the record that the event was handled, and the aggregate's position
 * commit in one transaction, or none of them does.
 */
export class TransactionalInbox {
  readonly #options: TransactionalInboxOptions

  constructor(options: TransactionalInboxOptions) {
    this.#options = options
  }

  /**
   * @throws whatever the effect throws, and OutboxError and the SDK's errors of the transaction; then nothing of it
   *   was written, unless the answer was lost, which the next delivery finds out
   */
  async handle(metadata: Metadata, effect: Effect): Promise<Handled> {
    const { clock, random } = this.#options
    for (let tries = 1; ; tries += 1) {
      const handled = await this.#try(metadata, effect)
      if (handled.kind !== 'overtaken') return handled
      if (tries >= MAX_TRIES) throw handled.error
      await clock.sleep(backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random }))
    }
  }

  async #try(
    metadata: Metadata,
    effect: Effect,
  ): Promise<Handled | { readonly kind: 'overtaken'; readonly error: unknown }> {
    const { store, transact, clock, holdFrom } = this.#options
    const { isHandled, highest } = await store.read(metadata)
    if (isHandled) return { kind: 'duplicate' }
    const position = positionOf(metadata)
    const order = position === undefined ? undefined : eventOrder(highest, position)
    if (position !== undefined && holdFrom !== undefined) {
      const missing = missingBefore(highest, position, holdFrom)
      if (missing.length > 0) return { kind: 'early', missing }
    }
    const moves = position !== undefined && order !== 'old'
    // A failed condition is told by its place, and the effect may run transactions of its own, which have places, too.
    let isOurs = false
    try {
      await transact(async (tx) => {
        tx.put(store.recordHandled(metadata, clock.now()))
        if (moves) tx.put(store.moveTo(position, metadata, highest))
        await effect(tx, order)
        isOurs = true
      })
      return { kind: 'handled', order }
    } catch (error) {
      if (!isOurs || !isOutboxError(error, 'CONDITION_FAILED')) throw error
      if (error.details.action === RECORD) return { kind: 'duplicate' }
      if (moves && error.details.action === POSITION) return { kind: 'overtaken', error }
      throw error
    }
  }
}
