import { describe, expect, it } from 'vitest'
import { cancelOrder, type Order, OrderRefusal, payOrder, placeOrder } from '../../examples/orders/order.js'

const input = {
  customerId: 'c-1',
  currency: 'EUR',
  lines: [
    { sku: 'tea', quantity: 2, priceCents: 450 },
    { sku: 'cup', quantity: 1, priceCents: 1200 },
  ],
}
const placed = placeOrder('o-1', input).order
const paid = payOrder(placed, 'p-1').order
const cancelled = cancelOrder(placed, 'changed my mind').order

describe('an order', () => {
  it('is placed at version 1, and its event says what it costs', () => {
    const { order, event } = placeOrder('o-1', input)
    expect(order).toEqual({ orderId: 'o-1', status: 'PLACED', version: 1, ...input })
    expect(event).toMatchObject({
      eventType: 'OrderPlaced',
      aggregateType: 'Order',
      aggregateId: 'o-1',
      aggregateVersion: 1,
      data: { customerId: 'c-1', total: { currency: 'EUR', cents: 2100 } },
    })
  })

  it.each([
    ['paid', payOrder(placed, 'p-1'), 'PAID', 'OrderPaid'],
    ['cancelled', cancelOrder(placed, 'changed my mind'), 'CANCELLED', 'OrderCancelled'],
  ])('that is %s gets the next version, and so does its event', (_, { order, event }, status, eventType) => {
    expect(order).toMatchObject({ status, version: 2 })
    expect(event).toMatchObject({ eventType, aggregateVersion: 2 })
  })

  it.each<[string, () => unknown]>([
    ['paid twice', () => payOrder(paid, 'p-2')],
    ['paid when cancelled', () => payOrder(cancelled, 'p-2')],
    ['cancelled when paid', () => cancelOrder(paid, 'too late')],
    ['cancelled twice', () => cancelOrder(cancelled, 'again')],
  ])('cannot be %s', (_, command) => {
    expect(command).toThrow(OrderRefusal)
  })

  it('is never changed in place', () => {
    const before: Order = Object.freeze({ ...placed })
    expect(() => payOrder(before, 'p-1')).not.toThrow()
  })
})
