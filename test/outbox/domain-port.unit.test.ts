import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import type { OutboxEvent } from '../../lib/event/outbox-event.js'
import type { UnitOfWork } from '../../lib/outbox/unit-of-work.js'
import { canceled, mockedOutbox } from './mocked-outbox.js'

const schema = z.object({ total: z.number() })
const orderPaid = defineEvent('OrderPaid', { version: 1, aggregateType: 'Order', schema })

// The domain: it knows orders and events, and no store.
interface Order {
  readonly id: string
  readonly version: number
  readonly total: number
}
interface OrderScope {
  readonly save: (order: Order) => void
  readonly publish: (event: OutboxEvent) => void
}
async function pay(order: Order, unit: UnitOfWork<OrderScope>): Promise<Order> {
  return unit.run(async ({ save, publish }) => {
    const paid = { ...order, version: order.version + 1 }
    save(paid)
    publish(
      orderPaid.create({ aggregateId: paid.id, aggregateVersion: paid.version, data: { total: paid.total } }),
    )
    return paid
  })
}

// The adapter: the ten lines that know both.
function orderUnit(outbox: ReturnType<typeof mockedOutbox>['outbox']): UnitOfWork<OrderScope> {
  return {
    run: (work) =>
      outbox.transact((tx) =>
        work({
          save: ({ id, version, total }) =>
            tx.put({
              Item: { pk: `ORDER#${id}`, sk: 'order', version, total },
              ConditionExpression: 'version = :seen',
              ExpressionAttributeValues: { ':seen': version - 1 },
            }),
          publish: (event) => tx.publish(event),
        }),
      ),
  }
}

it('domain code changes an order and publishes its event in one transaction', async () => {
  const { outbox, requests } = mockedOutbox()
  const paid = await pay({ id: '1', version: 1, total: 5 }, orderUnit(outbox))
  expect(paid).toEqual({ id: '1', version: 2, total: 5 })
  expect(requests()).toHaveLength(1)
  expect(requests()[0]?.items.map(({ Put }) => Put?.Item)).toMatchObject([
    { pk: 'ORDER#1', version: 2 },
    { pk: 'OUTBOX#Order#1', obType: 'OrderPaid', obSeq: '0000000000000002.00' },
  ])
})

it('domain code sees a lost race as an error of the outbox, by its code', async () => {
  const { outbox, dynamodb } = mockedOutbox()
  dynamodb.rejects(canceled('ConditionalCheckFailed', 'None'))
  await expect(pay({ id: '1', version: 1, total: 5 }, orderUnit(outbox))).rejects.toMatchObject({
    code: 'CONDITION_FAILED',
  })
})

it('the port gives back what the work returns, and its default scope is nothing', () => {
  expectTypeOf<ReturnType<typeof pay>>().toEqualTypeOf<Promise<Order>>()
  expectTypeOf<UnitOfWork>().toEqualTypeOf<UnitOfWork<void>>()
})
