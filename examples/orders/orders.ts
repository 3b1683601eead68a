import type { OutboxEvent, UnitOfWork } from 'serverless-outbox'
import type { Order } from './order.js'

/** What the domain asks of whatever stores orders. No type of a store, of a table or of AWS is in sight. */
export interface Orders {
  /** @throws OrderNotFound */
  readonly get: (orderId: string) => Promise<Order>
  /** Saves the order if nobody else changed it since it was read. @throws OrderChanged when the work is done */
  readonly save: (order: Order) => void
  readonly publish: (event: OutboxEvent) => void
}

/** Runs a command: all that it saves and publishes happens, or nothing. */
export type OrdersUnitOfWork = UnitOfWork<Orders>

export class OrderNotFound extends Error {
  override readonly name: string = 'OrderNotFound'
}

/** Somebody else changed the order in the meantime. */
export class OrderChanged extends Error {
  override readonly name: string = 'OrderChanged'
}
