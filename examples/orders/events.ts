import { defineEvent } from 'serverless-outbox'
import { z } from 'zod'

// What the order service tells the world. Consumers see these facts and never its table.

const money = z.strictObject({ currency: z.string().length(3), cents: z.int().nonnegative() })

export const orderPlaced = defineEvent('OrderPlaced', {
  version: 1,
  aggregateType: 'Order',
  schema: z.strictObject({
    customerId: z.string().min(1),
    lines: z.array(z.strictObject({ sku: z.string().min(1), quantity: z.int().positive() })).min(1),
    total: money,
  }),
})

export const orderPaid = defineEvent('OrderPaid', {
  version: 1,
  aggregateType: 'Order',
  schema: z.strictObject({ paymentId: z.string().min(1), total: money }),
})

export const orderCancelled = defineEvent('OrderCancelled', {
  version: 1,
  aggregateType: 'Order',
  schema: z.strictObject({ reason: z.string().min(1) }),
})
