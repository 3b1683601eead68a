import { OutboxError } from '../errors.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { type CommitOptions, commit } from '../outbox/commit.js'
import { Transaction } from '../outbox/transaction.js'

export type Transact = (work: (tx: Transaction) => Promise<void>) => Promise<void>

/** Transactions of a consumer that has no outbox: nothing would deliver an event that they publish. */
export function effectTransactions(options: CommitOptions): Transact {
  return async (work) => {
    const tx = new EffectTransaction(options.tableName)
    try {
      await work(tx)
    } finally {
      tx.close()
    }
    await commit(tx, [], options)
  }
}

class EffectTransaction extends Transaction {
  override publish(..._events: readonly OutboxEvent[]): void {
    throw new OutboxError(
      'NO_TRANSACTION',
      "The consumer has no outbox that would deliver the event: give it one, `inbox: { effects: 'transaction', outbox: Outbox.fromEnvironment() }`",
      { path: 'inbox.outbox' },
    )
  }
}
