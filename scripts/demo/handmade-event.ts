import type { Ledger, LocalCloud } from 'serverless-outbox/local'
import { uuidv7 } from 'uuidv7'
import { orderPaid } from '../../examples/orders/events.js'
import type { Item, Operator } from './operator.js'

interface Detail {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly data: { readonly total: { readonly cents: number; readonly currency: string } }
}

/** An event that a person enters in the DynamoDB console, with a slip that nobody can send. */
export class HandmadeEvent {
  readonly #operator: Operator
  readonly #ledger: Ledger
  readonly #clock: LocalCloud['clock']
  #row: Item | undefined
  #intended = ''

  constructor(operator: Operator, ledger: Ledger, clock: LocalCloud['clock']) {
    this.#operator = operator
    this.#ledger = ledger
    this.#clock = clock
  }

  /** "Duplicate item" on the order's first event, which waits: the copy says that the order is paid, but for a brace. */
  async enter(orderId: string): Promise<void> {
    const [placed] = await this.#operator.rowsOf('Order', orderId)
    if (placed === undefined) throw new Error(`There is no event of order ${orderId} to copy`)
    const { metadata, data }: Detail = JSON.parse(String(placed['obDetail']))
    const eventId = uuidv7()
    const occurredAt = new Date(this.#clock.now()).toISOString()
    this.#intended = JSON.stringify({
      metadata: { ...metadata, eventId, eventType: orderPaid.type, aggregateVersion: 2, occurredAt },
      data: { paymentId: 'by phone', total: data.total },
    })
    this.#row = {
      ...placed,
      sk: eventId,
      obType: orderPaid.type,
      obTime: occurredAt,
      obSeq: String(placed['obSeq']).replace('1.', '2.'),
      obDetail: this.#intended.slice(0, -1),
    }
    await this.#operator.create(this.#row)
    this.#ledger.acknowledge(eventId)
  }

  /** Puts the brace back. */
  async repair(): Promise<void> {
    if (this.#row !== undefined) await this.#operator.mend(this.#row, this.#intended)
  }

  /** How often it arrived. */
  arrivals(): number {
    return this.#ledger.arrivalsOf(String(this.#row?.['sk'])).length
  }
}
