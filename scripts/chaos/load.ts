import { seededRandom } from '../../lib/local/time/seeded-random.js'
import type { WriteOrder } from './writer.js'

/** Numbers of its own: the plan must not depend on how many transactions there are. */
const STREAM = 0x10ad

const EVENTS_PER_ACCOUNT = 15
const FEWEST_ACCOUNTS = 4
const MOST_ACCOUNTS = 60

const SCHEDULED_SHARE = 0.2
const STUBBORN_SHARE = 0.02
const LONGEST_DELAY_SECONDS = 240

/** Decides, transaction by transaction, what is written: several accounts, one to four events each, some reminders. */
export class Load {
  readonly #random: () => number
  readonly #accounts: number
  #reminders = 0

  constructor(seed: number, events: number) {
    this.#random = seededRandom(seed ^ STREAM)
    this.#accounts = Math.min(
      MOST_ACCOUNTS,
      Math.max(FEWEST_ACCOUNTS, Math.round(events / EVENTS_PER_ACCOUNT)),
    )
  }

  /** Transactions that have so many events together. */
  take(events: number): WriteOrder[] {
    const orders: WriteOrder[] = []
    for (let left = events; left > 0; ) {
      const order = this.#next(left)
      orders.push(order)
      left -= order.events
    }
    return orders
  }

  /** A transaction with one event, which is poison. */
  poison(role: 'broken' | 'refused'): WriteOrder {
    return { aggregateId: this.#account(), events: 1, role }
  }

  #next(most: number): WriteOrder {
    if (this.#random() < SCHEDULED_SHARE) {
      this.#reminders += 1
      const dueInSeconds = 1 + Math.floor(this.#random() * LONGEST_DELAY_SECONDS)
      return { aggregateId: `reminder-${this.#reminders}`, events: 1, dueInSeconds, role: 'usual' }
    }
    const events = Math.min(most, 1 + Math.floor(this.#random() * 4))
    const role = this.#random() < STUBBORN_SHARE ? 'stubborn' : 'usual'
    return { aggregateId: this.#account(), events, role }
  }

  #account(): string {
    return `account-${Math.floor(this.#random() * this.#accounts)}`
  }
}
