import { describe, expect, it } from 'vitest'
import type { ConsumedEvent } from '../../lib/inbox/consumed-event.js'
import { createConsumer } from '../../lib/inbox/create-consumer.js'
import { on } from '../../lib/inbox/on.js'
import { orderCancelled, orderPaid } from './order-events.js'

// The compiler checks these lines: where it finds nothing wrong, `@ts-expect-error` itself is the error.
const inbox = { effects: 'transaction', tableName: 't' } as const
const outside = { effects: 'outside', tableName: 't' } as const
const effect = on(orderPaid, (event, tx) => tx.put({ Item: { pk: event.eventId, cents: event.data.cents } }))
const note = on(orderCancelled, (event) => event.data.reason.trim())

describe('a handler', () => {
  it('gets the data of its definition’s schema', () => {
    // @ts-expect-error -- `total` is not in the schema
    on(orderPaid, (event) => event.data.total)
    // @ts-expect-error -- `total` is not in the schema
    on(orderPaid, (event, tx) => tx.put({ Item: { total: event.data.total } }))
    // @ts-expect-error -- made for another event
    on(orderPaid, (_: ConsumedEvent<'OrderCancelled', { reason: string }>) => undefined)
    expect([effect.kind, note.kind]).toEqual(['transactional', 'plain'])
  })

  it('that takes a transaction needs an inbox that commits it', () => {
    expect(createConsumer({ name: 'c', events: [note, effect], inbox })).toBeTypeOf('function')
    expect(createConsumer({ name: 'c', events: [note], inbox: outside })).toBeTypeOf('function')
    // @ts-expect-error -- no inbox
    expect(() => createConsumer({ name: 'c', events: [note, effect] })).toThrow('`events[1]`')
    // @ts-expect-error -- an inbox for effects elsewhere
    expect(() => createConsumer({ name: 'c', events: [effect], inbox: outside })).toThrow('`events[0]`')
  })
})

describe('holding', () => {
  const hold = {
    start: 'here',
    deadlineSeconds: 60,
    retrySeconds: 5,
    queueUrl: 'q',
    deadLetterQueueUrl: 'd',
  } as const

  it('is for consumers of a whole history, with an inbox that remembers it', () => {
    const events = [effect]
    expect(createConsumer({ name: 'c', events, inbox, allEventsOf: 'Order', hold })).toBeTypeOf('function')
    // @ts-expect-error -- a selection of events
    expect(() => createConsumer({ name: 'c', events, inbox, hold })).toThrow('`hold`')
    // @ts-expect-error -- no memory of the history
    expect(() => createConsumer({ name: 'c', events: [note], allEventsOf: 'Order', hold })).toThrow(
      '`allEventsOf`',
    )
    // @ts-expect-error -- no memory of the history
    expect(() => createConsumer({ name: 'c', events: [note], inbox: outside, allEventsOf: 'Order' })).toThrow(
      '`allEventsOf`',
    )
  })
})
