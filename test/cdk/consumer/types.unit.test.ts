import { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { AddConsumerProps, OutboxConsumerProps } from 'serverless-outbox/cdk'
import { describe, expectTypeOf, it } from 'vitest'

declare const handler: IFunction
declare const table: ITable
declare const eventBus: IEventBus

// What is judged is the argument, by the compiler.
const takes = (props: () => AddConsumerProps): void => {
  expectTypeOf(props).returns.toEqualTypeOf<AddConsumerProps>()
}
const alone = (props: () => OutboxConsumerProps): void => {
  expectTypeOf(props).returns.toEqualTypeOf<OutboxConsumerProps>()
}

describe('what compiles', () => {
  it('every shape that is allowed', () => {
    takes(() => ({ handler, events: ['OrderPaid', { type: 'OrderPlaced' }] }))
    takes(() => ({ handler, allEventsOf: 'Order', filter: { data: { a: [1] } }, fifo: true, inbox: true }))
    takes(() => ({ handler, events: ['A'], inbox: { ttl: Duration.days(40), effects: 'outside' } }))
    takes(() => ({ handler, events: ['A'], inbox: { table, keys: { partitionKey: 'id' } } }))
    takes(() => ({ handler, allEventsOf: 'Order', inbox: { table, effects: 'transaction' }, hold: {} }))
    takes(() => ({ handler, allEventsOf: 'Order', inbox: true, hold: {}, fifo: false }))
    takes(() => ({ handler, events: ['A'], fifo: false, maxBatchingWindow: Duration.seconds(1) }))
    alone(() => ({ handler, events: ['A'], eventBus, source: 'orders' }))
    alone(() => ({ handler, events: ['A'], outbox: { eventBus, source: 'orders' } }))
  })
})

describe('what does not compile', () => {
  it('no events, and both kinds', () => {
    // @ts-expect-error neither
    takes(() => ({ handler }))
    // @ts-expect-error both
    takes(() => ({ handler, events: ['A'], allEventsOf: 'Order' }))
  })

  it('hold without what it needs', () => {
    // @ts-expect-error events that are named
    takes(() => ({ handler, events: ['A'], inbox: true, hold: {} }))
    // @ts-expect-error no inbox
    takes(() => ({ handler, allEventsOf: 'Order', hold: {} }))
    // @ts-expect-error an inbox that does not commit with the effect
    takes(() => ({ handler, allEventsOf: 'Order', inbox: { effects: 'outside' }, hold: {} }))
    // @ts-expect-error a filter
    takes(() => ({ handler, allEventsOf: 'Order', inbox: true, hold: {}, filter: { data: { a: [1] } } }))
    // @ts-expect-error a FIFO queue
    takes(() => ({ handler, allEventsOf: 'Order', inbox: true, hold: {}, fifo: true }))
    // @ts-expect-error a number of tries of its own
    takes(() => ({ handler, allEventsOf: 'Order', inbox: true, hold: {}, maxReceiveCount: 3 }))
  })

  it('a FIFO queue that gathers', () => {
    // @ts-expect-error
    takes(() => ({ handler, events: ['A'], fifo: true, maxBatchingWindow: Duration.seconds(1) }))
  })

  it('names of a table that is not given, and a context in two places', () => {
    // @ts-expect-error
    takes(() => ({ handler, events: ['A'], inbox: { keys: { partitionKey: 'id' } } }))
    // @ts-expect-error
    takes(() => ({ handler, events: ['A'], filter: { metadata: { context: { tenant: ['acme'] } } } }))
  })

  it('an origin in part, or twice', () => {
    // @ts-expect-error
    alone(() => ({ handler, events: ['A'] }))
    // @ts-expect-error
    alone(() => ({ handler, events: ['A'], eventBus }))
    // @ts-expect-error
    alone(() => ({
      handler,
      events: ['A'],
      eventBus,
      source: 'orders',
      outbox: { eventBus, source: 'orders' },
    }))
  })
})
