import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import type { EventInput } from '../../lib/event/event-definition.js'

const schema = z.object({ orderId: z.string(), note: z.string().default('none') })
const orderPlaced = defineEvent('OrderPlaced', { version: 1, aggregateType: 'Order', schema })

type Input = Parameters<typeof orderPlaced.create>[0]
type Event = ReturnType<typeof orderPlaced.create>

// The compiler checks these; they have no run time.
describe('the types', () => {
  it('take the data from the input side of the schema', () => {
    expectTypeOf<Input['data']>().toEqualTypeOf<{ orderId: string; note?: string | undefined }>()
    expectTypeOf<{ aggregateId: string; data: { orderId: number } }>().not.toExtend<Input>()
    expectTypeOf<{ aggregateId: string; data: { orderId: string } }>().toExtend<Input>()
  })

  it('give the event the output side of the schema and the literal name', () => {
    expectTypeOf<Event['data']>().toEqualTypeOf<{ orderId: string; note: string }>()
    expectTypeOf<Event['eventType']>().toEqualTypeOf<'OrderPlaced'>()
  })

  it('let a delay and a version exclude each other', () => {
    type Common = { aggregateId: string; data: unknown }
    expectTypeOf<Common & { availableAt: Date }>().toExtend<EventInput<unknown>>()
    expectTypeOf<Common & { aggregateVersion: number }>().toExtend<EventInput<unknown>>()
    expectTypeOf<Common & { availableAt: Date; aggregateVersion: number }>().not.toExtend<
      EventInput<unknown>
    >()
  })

  it('demand the aggregate', () => {
    expectTypeOf<{ data: { orderId: string } }>().not.toExtend<Input>()
  })
})
