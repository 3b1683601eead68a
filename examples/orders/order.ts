import type { OutboxEvent } from 'serverless-outbox'
import { orderCancelled, orderPaid, orderPlaced } from './events.js'

/** An order: pure rules, no AWS. Each command gives the order as it is after, and the event that says so. */
export interface Order {
  readonly orderId: string
  readonly status: 'PLACED' | 'PAID' | 'CANCELLED'
  /** Counts the changes from 1: the lock of whoever saves, and the order of the events for whoever reads them. */
  readonly version: number
  readonly customerId: string
  readonly lines: readonly OrderLine[]
  readonly currency: string
}

export interface OrderLine {
  readonly sku: string
  readonly quantity: number
  readonly priceCents: number
}

export interface Change {
  readonly order: Order
  readonly event: OutboxEvent
}

/** The order does not allow this now. */
export class OrderRefusal extends Error {
  override readonly name: string = 'OrderRefusal'
}

export function placeOrder(orderId: string, input: Pick<Order, 'customerId' | 'lines' | 'currency'>): Change {
  const order: Order = { orderId, status: 'PLACED', version: 1, ...input }
  return {
    order,
    event: orderPlaced.create({
      aggregateId: orderId,
      aggregateVersion: order.version,
      data: {
        customerId: order.customerId,
        lines: order.lines.map(({ sku, quantity }) => ({ sku, quantity })),
        total: total(order),
      },
    }),
  }
}

export function payOrder(before: Order, paymentId: string): Change {
  if (before.status !== 'PLACED')
    throw new OrderRefusal(`Only a placed order can be paid, this one is ${before.status}`)
  const order: Order = { ...before, status: 'PAID', version: before.version + 1 }
  return {
    order,
    event: orderPaid.create({
      aggregateId: order.orderId,
      aggregateVersion: order.version,
      data: { paymentId, total: total(order) },
    }),
  }
}

export function cancelOrder(before: Order, reason: string): Change {
  if (before.status !== 'PLACED')
    throw new OrderRefusal(`Only a placed order can be cancelled, this one is ${before.status}`)
  const order: Order = { ...before, status: 'CANCELLED', version: before.version + 1 }
  return {
    order,
    event: orderCancelled.create({
      aggregateId: order.orderId,
      aggregateVersion: order.version,
      data: { reason },
    }),
  }
}

function total({ lines, currency }: Order): { currency: string; cents: number } {
  return { currency, cents: lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0) }
}
