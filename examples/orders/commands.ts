import { type Change, cancelOrder, type Order, payOrder, placeOrder } from './order.js'
import type { OrdersUnitOfWork } from './orders.js'

/** What a command did: the order as it is now, and the event by which everybody else will learn of it. */
export interface Done {
  readonly order: Order
  readonly eventId: string
}

/** The use cases: load, decide, save and publish, in one unit of work. */
export class OrderCommands {
  readonly #unitOfWork: OrdersUnitOfWork

  constructor(unitOfWork: OrdersUnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  place(orderId: string, input: Parameters<typeof placeOrder>[1]): Promise<Done> {
    return this.#commit(async () => placeOrder(orderId, input))
  }

  pay(orderId: string, paymentId: string): Promise<Done> {
    return this.#commit(async (get) => payOrder(await get(orderId), paymentId))
  }

  cancel(orderId: string, reason: string): Promise<Done> {
    return this.#commit(async (get) => cancelOrder(await get(orderId), reason))
  }

  #commit(decide: (get: (orderId: string) => Promise<Order>) => Promise<Change>): Promise<Done> {
    return this.#unitOfWork.run(async (orders) => {
      const { order, event } = await decide(orders.get)
      orders.save(order)
      orders.publish(event)
      return { order, eventId: event.eventId }
    })
  }
}
