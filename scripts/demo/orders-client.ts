import { randomUUID } from 'node:crypto'
import type { Ledger } from 'serverless-outbox/local'

interface Answer {
  readonly order: { readonly orderId: string }
  readonly eventId: string
}

/** A customer of the order service: talks HTTP, and enters what it is told into the ledger. */
export class OrdersClient {
  readonly #url: string
  readonly #ledger: Ledger

  constructor(url: string, ledger: Ledger) {
    this.#url = url
    this.#ledger = ledger
  }

  /** The id of the order. */
  async place(): Promise<string> {
    const { order } = await this.#post('orders', {
      customerId: `customer-${randomUUID()}`,
      currency: 'EUR',
      lines: [{ sku: 'teapot', quantity: 1, priceCents: 2490 }],
    })
    return order.orderId
  }

  async pay(orderId: string): Promise<void> {
    await this.#post(`orders/${orderId}/pay`, { paymentId: randomUUID() })
  }

  async #post(path: string, body: object): Promise<Answer> {
    const response = await fetch(new URL(path, this.#url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`POST /${path} was answered with ${response.status}: ${await response.text()}`)
    const answer = (await response.json()) as Answer
    this.#ledger.acknowledge(answer.eventId)
    return answer
  }
}
