import { describe, expect, it } from 'vitest'
import { hmacContextSigner } from '../../lib/event/hmac-context-signer.js'
import type { OutboxEvent } from '../../lib/event/outbox-event.js'
import { createConsumer } from '../../lib/inbox/create-consumer.js'
import { on } from '../../lib/inbox/on.js'
import { eventBridgeEvent, recordOutbox, sqsEvent } from '../../lib/testing/index.js'
import { useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { capturedOutput } from './captured-output.js'
import { orderDesk } from './order-desk.js'
import { orderCancelled, orderPaid, payment } from './order-events.js'

const output = capturedOutput()
const engine = useDynamoDbEngine()
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const paidBy = (context: Record<string, string>): OutboxEvent =>
  orderPaid.create({
    aggregateId: 'o-1',
    data: { cents: 1, currency: 'EUR' },
    correlationId: 'chain',
    traceparent: TRACE,
    context,
  })
const cancelled = (input: object = {}) =>
  orderCancelled.create({ aggregateId: 'o-2', data: { reason: 'r' }, ...input })

describe('what a handler publishes', () => {
  it('belongs to the chain of what it consumed, without anyone passing it by hand', async () => {
    const { outbox, events } = recordOutbox({ contextKeys: ['tenant', 'actor'] })
    const publish = async () => {
      await outbox.transact(async () => {
        await new Promise(setImmediate)
        outbox.enqueue(
          cancelled(),
          cancelled({ correlationId: 'own', causationId: 'mine', context: { tenant: 'b' } }),
        )
      })
    }
    const handler = createConsumer({ name: 'c', events: [on(orderPaid, publish)] })
    const consumed = paidBy({ tenant: 'a', other: 'x' })
    await handler(sqsEvent([eventBridgeEvent(consumed)]))
    expect(events.map(({ metadata }) => metadata)).toMatchObject([
      { correlationId: 'chain', causationId: consumed.eventId, traceparent: TRACE, context: { tenant: 'a' } },
      { correlationId: 'own', causationId: 'mine', context: { tenant: 'b' } },
    ])
    await publish()
    expect(events[2]?.metadata['causationId']).toBeUndefined()
  })

  it('by `tx` commits with the effect, and carries the chain, too', async () => {
    const table = await engine.table()
    const { Outbox } = await import('../../lib/outbox/outbox.js')
    const outbox = new Outbox({ tableName: table.tableName, source: 'desk', client: table.client })
    const { tableName, client } = table
    const desk = orderDesk(table, { inbox: { effects: 'transaction', tableName, client, outbox } }, (_, tx) =>
      tx.publish(cancelled()),
    )
    const consumed = payment('o-1', 1)
    for (const _ of [1, 2]) await desk.handler(sqsEvent([eventBridgeEvent(consumed)]))
    const rows = await desk.items('OUTBOX#')
    expect(rows).toHaveLength(1)
    expect(JSON.parse(String(rows[0]?.['obDetail'])).metadata).toMatchObject({
      causationId: consumed.eventId,
      correlationId: consumed.eventId,
    })
    expect(await desk.payments('o-1')).toBe(1)
  })
})

describe('a context that nobody vouched for', () => {
  const KEY = 'k'.repeat(32)

  it.each<[string, boolean]>([
    ['is not vouched for by whoever consumes it', false],
    ['goes on once it is verified', true],
  ])('%s', async (_, isVerified) => {
    const contextSigner = hmacContextSigner(KEY)
    const { outbox, events } = recordOutbox({ contextKeys: ['tenant'], contextSigner })
    const publish = () => outbox.transact((tx) => tx.publish(cancelled()))
    const written = recordOutbox({ contextSigner })
    await written.outbox.transact((tx) => tx.publish(paidBy({ tenant: 'a' })))
    const { metadata, data } = written.events[0] ?? {}
    const handler = createConsumer({
      name: 'c',
      events: [on(orderPaid, publish)],
      ...(isVerified ? { contextSigner } : {}),
    })
    await handler(sqsEvent([{ metadata, data }]))
    expect(events[0]?.metadata['context']).toEqual(isVerified ? { tenant: 'a' } : undefined)
  })

  it('is not passed on where it is longer than any id', async () => {
    const { outbox, events } = recordOutbox({ contextKeys: ['tenant'] })
    const handler = createConsumer({
      name: 'c',
      events: [on(orderPaid, () => outbox.transact((tx) => tx.publish(cancelled())))],
    })
    const { metadata, data } = eventBridgeEvent(paidBy({})).detail as { metadata: object; data: unknown }
    await handler(sqsEvent([{ metadata: { ...metadata, context: { tenant: 'x'.repeat(257) } }, data }]))
    expect(events).toMatchObject([{ metadata: { causationId: expect.any(String) } }])
    expect(events[0]?.metadata['context']).toBeUndefined()
  })
})

describe('a context that is signed', () => {
  const KEY = 'k'.repeat(32)
  const OTHER = 'o'.repeat(32)

  async function written(signer = hmacContextSigner(KEY)) {
    const { outbox, events } = recordOutbox({ contextSigner: signer })
    await outbox.transact((tx) => tx.publish(paidBy({ tenant: 'a', actor: 'b' })))
    return { metadata: { ...events[0]?.metadata }, data: events[0]?.data }
  }

  it.each<[string, (detail: Awaited<ReturnType<typeof written>>) => unknown, boolean]>([
    ['as it was written', () => undefined, true],
    [
      'with its keys in another order',
      ({ metadata }) => Object.assign(metadata, { context: { actor: 'b', tenant: 'a' } }),
      true,
    ],
    [
      'with another tenant',
      ({ metadata }) => Object.assign(metadata, { context: { tenant: 'b', actor: 'b' } }),
      false,
    ],
    ['at another event', ({ metadata }) => Object.assign(metadata, { eventId: 'other' }), false],
    ['at another aggregate', ({ metadata }) => Object.assign(metadata, { aggregateId: 'other' }), false],
    ['without its signature', ({ metadata }) => delete metadata['contextSignature'], false],
    [
      'with a signature that is none',
      ({ metadata }) => Object.assign(metadata, { contextSignature: '!' }),
      false,
    ],
  ])('%s', async (_, change, isTaken) => {
    const seen: unknown[] = []
    const detail = await written()
    change(detail)
    const contextSigner = hmacContextSigner(OTHER, KEY)
    const handler = createConsumer({
      name: 'c',
      contextSigner,
      events: [on(orderPaid, ({ context }) => void seen.push(context))],
    })
    const { batchItemFailures } = await handler(sqsEvent([detail]))
    expect([batchItemFailures.length, seen.length]).toEqual(isTaken ? [0, 1] : [1, 0])
    if (!isTaken) expect(output()).toContain('metadata.contextSignature')
  })

  it.each([undefined, '', 5, 'x'.repeat(513)])(
    'by a signer that gives %j is not written',
    async (signature) => {
      const contextSigner = { sign: () => signature as string, verify: () => true }
      const { outbox, events } = recordOutbox({ contextSigner })
      await expect(outbox.transact((tx) => tx.publish(paidBy({ tenant: 'a' })))).rejects.toMatchObject({
        code: 'INVALID_CONFIGURATION',
        details: { path: 'contextSigner' },
      })
      expect(events).toEqual([])
    },
  )

  it('that is forged on an unknown type leaves no trace by which the true event would pass for handled', async () => {
    const table = await engine.table()
    const { tableName, client } = table
    const desk = orderDesk(table, {
      allEventsOf: 'Order',
      contextSigner: hmacContextSigner(KEY),
      inbox: { effects: 'transaction', tableName, client },
    })
    const detail = await written()
    const forged = {
      ...detail,
      metadata: { ...detail.metadata, eventType: 'OrderMoved', contextSignature: 'x' },
    }
    await desk.handler(sqsEvent([forged]))
    expect(await desk.handler(sqsEvent([detail]))).toEqual({ batchItemFailures: [] })
    expect(await desk.payments('o-1')).toBe(1)
  })

  it('with a key that is too short, or none, is refused', () => {
    expect(() => hmacContextSigner('short')).toThrow('`keys[0]`')
    expect(() => hmacContextSigner()).toThrow('`keys`')
  })
})

describe('a context', () => {
  it.each([
    'token',
    'accessToken',
    'Authorization',
    'x-api-key',
    'session_cookie',
    'clientSecret',
    'PASSWORD',
  ])('that holds `%s` is refused by the name', (name) => {
    expect(() => paidBy({ [name]: 'SECRET' })).toThrow(`context.${name}`)
    expect(() => paidBy({ [name]: 'SECRET' })).not.toThrow('SECRET')
  })

  it('that holds something long is refused', () => {
    expect(() => paidBy({ tenant: 'x'.repeat(256) })).not.toThrow()
    expect(() => paidBy({ tenant: 'x'.repeat(257) })).toThrow('at most 256 characters')
  })

  it('with a key that the outbox does not allow is refused before anything is sent', async () => {
    const { outbox, events } = recordOutbox({ contextKeys: ['tenant'] })
    await expect(
      outbox.transact((tx) => tx.publish(paidBy({ tenant: 'a', mood: 'b' }))),
    ).rejects.toMatchObject({
      code: 'INVALID_EVENT',
      details: { path: 'events[0].context.mood' },
    })
    expect(events).toEqual([])
  })
})
