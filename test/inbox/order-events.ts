import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import type { OutboxEvent } from '../../lib/event/outbox-event.js'

const paid = z.object({ cents: z.int(), currency: z.string() })

/** Version 1 had `amount` in units, version 2 `cents`, version 3 has a currency. */
export const orderPaid = defineEvent('OrderPaid', {
  version: 3,
  aggregateType: 'Order',
  schema: paid,
  upcast: (data, fromVersion) => {
    const old = z.looseObject({ amount: z.number().optional(), cents: z.number().optional() }).parse(data)
    if (fromVersion === 1) return { cents: (old.amount ?? 0) * 100 }
    return { ...old, currency: 'EUR' }
  },
})

export const orderCancelled = defineEvent('OrderCancelled', {
  version: 1,
  aggregateType: 'Order',
  schema: z.object({ reason: z.string() }),
})

/** No consumer here has a handler for it. */
export const orderMoved = defineEvent('OrderMoved', {
  version: 1,
  aggregateType: 'Order',
  schema: z.object({ to: z.string() }),
})

let paidSoFar = 0

/** An event of its own at each call. */
export function payment(aggregateId: string, aggregateVersion?: number): OutboxEvent {
  paidSoFar += 1
  return orderPaid.create({ aggregateId, aggregateVersion, data: { cents: paidSoFar, currency: 'EUR' } })
}
