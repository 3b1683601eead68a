import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import type { ConsumedEvent } from '../../lib/inbox/consumed-event.js'
import { createConsumer } from '../../lib/inbox/create-consumer.js'
import { on } from '../../lib/inbox/on.js'
import { eventBridgeEvent, sqsEvent } from '../../lib/testing/index.js'
import { capturedOutput } from './captured-output.js'
import { orderCancelled, orderPaid, payment } from './order-events.js'

const output = capturedOutput()

/** A consumer without an inbox that notes what it gets, and throws where it is told to. */
function noting(
  options: Partial<Parameters<typeof createConsumer>[0]> = {},
  fails = (_: ConsumedEvent) => false,
) {
  const got: ConsumedEvent[] = []
  const note = async (event: ConsumedEvent) => {
    await Promise.resolve()
    if (fails(event)) throw new Error('the effect failed')
    got.push(event)
  }
  const handler = createConsumer({
    name: 'notes',
    events: [on(orderPaid, note), on(orderCancelled, note)],
    ...(options as object),
  })
  return { got, handler }
}

const failures = (...indexes: readonly number[]) => ({
  batchItemFailures: indexes.map((index) => ({ itemIdentifier: `message-${index}` })),
})

describe('a message', () => {
  it('is EventBridge’s envelope, or its detail alone', async () => {
    const { got, handler } = noting()
    const event = payment('o-1', 7)
    const envelope = eventBridgeEvent(event, { correlationId: 'chain', isReplay: true })
    expect(await handler(sqsEvent([envelope, envelope.detail]))).toEqual(failures())
    const facts = {
      eventId: event.eventId,
      eventType: 'OrderPaid',
      schemaVersion: 3,
      aggregateType: 'Order',
      aggregateId: 'o-1',
      aggregateVersion: 7,
      eventIndex: 0,
      eventCount: 1,
      occurredAt: event.occurredAt,
      correlationId: 'chain',
      context: {},
      data: event.data,
    }
    expect(got).toEqual([
      { ...facts, isReplay: true },
      { ...facts, isReplay: false },
    ])
  })

  it('says nothing for the consumer: what it claims of its order is not passed on', async () => {
    const { got, handler } = noting()
    await handler(sqsEvent([having({ order: 'next', isReplay: true })]))
    expect(got[0]).not.toHaveProperty('order')
    expect(got[0]?.isReplay).toBe(false)
  })

  it('goes to the handler of its type', async () => {
    const [paid, cancelled] = [vi.fn(), vi.fn()]
    const handler = createConsumer({
      name: 'c',
      events: [on(orderPaid, paid), on(orderCancelled, cancelled)],
    })
    const event = orderCancelled.create({ aggregateId: 'o-1', data: { reason: 'late' } })
    await handler(sqsEvent([eventBridgeEvent(event)]))
    expect([paid, cancelled].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  })

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another service’s event', { 'detail-type': 'Object Created', detail: { bucket: 'b' } }],
    ['a detail without metadata', { data: {} }],
    ['metadata without an id', without('eventId')],
    ['a version of its shape that is no number', having({ schemaVersion: '1' })],
    ['a place below zero', having({ eventIndex: -1 })],
    ['a place beyond its transaction', having({ eventIndex: 1 })],
    ['an id that fits no key', having({ eventId: 'x'.repeat(513) })],
    ['a context that is no object of texts', having({ context: { tenant: 1 } })],
    ['another aggregate type than its definition has', having({ aggregateType: 'Invoice' })],
    ['data that does not fit', { ...detail(), data: { cents: 'SECRET' } }],
  ])('that is %s fails, and shows nothing of itself', async (_, body) => {
    const { got, handler } = noting()
    expect(await handler(sqsEvent([body, eventBridgeEvent(payment('o-2'))]))).toEqual(failures(0))
    expect(got).toHaveLength(1)
    expect(output()).toContain('INVALID_EVENT')
    expect(output()).not.toContain('SECRET')
  })

  it('of an unknown type fails, is dropped, or goes to a handler of its own, as is wanted', async () => {
    const body = having({ eventType: 'OrderShipped' })
    const strict = noting()
    expect(await strict.handler(sqsEvent([body]))).toEqual(failures(0))
    expect(output()).toContain('UNKNOWN_EVENT')
    const lax = noting({ onUnknown: 'ignore' })
    expect(await lax.handler(sqsEvent([body]))).toEqual(failures())
    expect(lax.got).toEqual([])
    const seen: ConsumedEvent[] = []
    const curious = createConsumer({ name: 'c', events: [], onUnknown: (event) => seen.push(event) })
    expect(await curious(sqsEvent([body]))).toEqual(failures())
    expect(seen).toMatchObject([{ eventType: 'OrderShipped', data: body.data, context: {} }])
  })

  it('that is a replay is dropped where that is wanted', async () => {
    const replayed = eventBridgeEvent(payment('o-1'), { isReplay: true })
    const native = { ...eventBridgeEvent(payment('o-1')), 'replay-name': 'again' }
    const { got, handler } = noting({ onReplay: 'ignore' })
    expect(await handler(sqsEvent([replayed, native]))).toEqual(failures())
    expect(got).toEqual([])
  })
})

describe('the version of an event', () => {
  it('is brought up, one version at a time', async () => {
    const { got, handler } = noting()
    const v1 = { ...detail(), data: { amount: 12 } }
    v1.metadata['schemaVersion'] = 1
    const v2 = { ...detail(), data: { cents: 5 } }
    v2.metadata['schemaVersion'] = 2
    expect(await handler(sqsEvent([v1, v2]))).toEqual(failures())
    expect(got.map(({ schemaVersion, data }) => [schemaVersion, data])).toEqual([
      [1, { cents: 1200, currency: 'EUR' }],
      [2, { cents: 5, currency: 'EUR' }],
    ])
  })

  it('is refused when it is newer, or when nobody can bring it up', async () => {
    const { handler } = noting()
    const newer = detail()
    newer.metadata['schemaVersion'] = 4
    const older = {
      ...eventBridgeEvent(orderCancelled.create({ aggregateId: 'o', data: { reason: 'r' } })).detail,
    }
    const laterCancelled = createConsumer({
      name: 'c',
      events: [on({ ...orderCancelled, version: 2 }, () => undefined)],
    })
    expect(await handler(sqsEvent([newer]))).toEqual(failures(0))
    expect(await laterCancelled(sqsEvent([older]))).toEqual(failures(0))
    expect(output().match(/UNSUPPORTED_VERSION/g)).toHaveLength(2)
  })
})

describe('a batch', () => {
  const events = ['a', 'b', 'c', 'd'].map((id) => payment(id))
  const failsAtB = ({ aggregateId }: ConsumedEvent) => aggregateId === 'b'

  it('with one failure keeps the others’ success', async () => {
    const { got, handler } = noting({}, failsAtB)
    expect(await handler(sqsEvent(events.map((event) => eventBridgeEvent(event))))).toEqual(failures(1))
    expect(new Set(got.map(({ aggregateId }) => aggregateId))).toEqual(new Set(['a', 'c', 'd']))
  })

  it('of a FIFO queue ends at the first failure, and gives back the rest untouched', async () => {
    const { got, handler } = noting({}, failsAtB)
    const batch = sqsEvent(
      events.map((event) => eventBridgeEvent(event).detail),
      { queueName: 'orders.fifo' },
    )
    expect(await handler(batch)).toEqual(failures(1, 2, 3))
    expect(got.map(({ aggregateId }) => aggregateId)).toEqual(['a'])
  })

  it('of a FIFO queue goes on with the other message groups', async () => {
    const { got, handler } = noting({}, failsAtB)
    const more = [...events, payment('b', 2)]
    const batch = sqsEvent(
      more.map((event) => eventBridgeEvent(event).detail),
      { queueName: 'orders.fifo', messageGroupIds: more.map(({ aggregateId }) => aggregateId) },
    )
    expect(await handler(batch)).toEqual(failures(1, 4))
    expect(new Set(got.map(({ aggregateId }) => aggregateId))).toEqual(new Set(['a', 'c', 'd']))
  })

  it('is answered in time although one handler hangs: what is done does not come again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const handler = createConsumer({
      name: 'c',
      events: [
        on(orderPaid, ({ aggregateId }) => (aggregateId === 'b' ? new Promise(() => undefined) : undefined)),
      ],
    })
    const answer = handler(sqsEvent([...events, payment('b')].map((event) => eventBridgeEvent(event))), {
      getRemainingTimeInMillis: () => 10_000,
    })
    await vi.advanceTimersByTimeAsync(9_000)
    // The second one of its aggregate has waited behind it for all of the time.
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await answer).toEqual(failures(1, 4))
    vi.useRealTimers()
  })

  it('for which no time is left is given back untouched', async () => {
    const { got, handler } = noting()
    const context = { getRemainingTimeInMillis: () => 1_000 }
    expect(await handler(sqsEvent([eventBridgeEvent(payment('a'))]), context)).toEqual(failures(0))
    expect(got).toEqual([])
    expect(output()).toContain('OutOfTime')
  })

  it('is handled in the order of each aggregate’s history, one event of it after the other', async () => {
    const history = [3, 1, 2].map((version) => payment('a', version))
    const others = [2, 1].map((version) => payment('b', version))
    const running = new Map<string, number>()
    const got: string[] = []
    const handler = createConsumer({
      name: 'c',
      events: [
        on(orderPaid, async ({ aggregateId, aggregateVersion }) => {
          running.set(aggregateId, (running.get(aggregateId) ?? 0) + 1)
          expect(running.get(aggregateId)).toBe(1)
          await new Promise(setImmediate)
          running.set(aggregateId, 0)
          got.push(`${aggregateId}${aggregateVersion}`)
        }),
      ],
    })
    const bodies = [...history, ...others].map((event) => eventBridgeEvent(event))
    expect(await handler(sqsEvent(bodies))).toEqual(failures())
    expect(got.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(got.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2'])
  })
})

describe('a failure', () => {
  it('of a single event that EventBridge brings is thrown, so that Lambda repeats it', async () => {
    const { handler } = noting({}, () => true)
    const thrown = await handler(eventBridgeEvent(payment('a'))).catch((error: unknown) => error)
    // Lambda logs what is thrown, and what a handler says may quote the event.
    expect(thrown).toMatchObject({ name: 'Error', cause: { message: 'the effect failed' } })
    expect(String(thrown)).not.toContain('the effect failed')
    await expect(handler({ hello: 'SECRET' })).rejects.toMatchObject({ code: 'INVALID_EVENT' })
  })

  it('is that of whoever maps the function to another service’s records', async () => {
    const { handler } = noting()
    const stream = { Records: [{ eventID: '1', eventSource: 'aws:dynamodb', dynamodb: {} }] }
    await expect(handler(stream)).rejects.toMatchObject({
      code: 'INVALID_EVENT',
      details: { path: 'Records' },
    })
  })

  it('in the data shows no key of it: in a record the keys are data, too', async () => {
    const shares = defineEvent('Shared', {
      version: 1,
      aggregateType: 'Order',
      schema: z.object({ shares: z.record(z.string(), z.number()) }),
    })
    const made = shares.create({ aggregateId: 'a', data: { shares: { 'SECRET@example.com': 1 } } })
    const { metadata } = eventBridgeEvent(made).detail
    const handler = createConsumer({ name: 'c', events: [on(shares, () => undefined)] })
    const body = { metadata, data: { shares: { 'SECRET@example.com': 'x' } } }
    expect(await handler(sqsEvent([body]))).toEqual(failures(0))
    expect(output()).toContain('INVALID_EVENT')
    expect(output()).not.toContain('SECRET')
  })

  it('whose `onError` rejects later harms nobody', async () => {
    const handler = createConsumer({
      name: 'c',
      onError: async () => {
        throw new Error('SECRET')
      },
      events: [on(orderPaid, () => Promise.reject(new Error('no')))],
    })
    expect(await handler(sqsEvent([eventBridgeEvent(payment('a'))]))).toEqual(failures(0))
    await Promise.resolve()
    expect(output()).toContain('`onError` of the consumer has thrown')
    expect(output()).not.toContain('SECRET')
  })

  it('is logged by its name; what it says goes to `onError` alone', async () => {
    const told: unknown[] = []
    const onError = (error: unknown, event: ConsumedEvent | undefined) => {
      told.push([error, event?.aggregateId])
      throw new Error('and this one throws, too')
    }
    const failing = createConsumer({
      name: 'c',
      onError,
      events: [
        on(orderPaid, () => {
          throw new RangeError('SECRET 4711')
        }),
      ],
    })
    const batch = sqsEvent([eventBridgeEvent(payment('a')), 'x'])
    expect(await failing(batch)).toEqual(failures(0, 1))
    expect(told).toEqual(
      [
        [expect.any(RangeError), 'a'],
        [expect.objectContaining({ code: 'INVALID_EVENT' }), undefined],
      ].toReversed(),
    )
    expect(output()).toContain('RangeError')
    expect(output()).not.toContain('SECRET')
  })
})

it('tells its metrics under its name, in the embedded format', async () => {
  const { handler } = noting({}, ({ aggregateId }) => aggregateId === 'b')
  await handler(sqsEvent([payment('a'), payment('b')].map((event) => eventBridgeEvent(event))))
  const metrics = output()
    .split('\n')
    .filter((line) => line.includes('_aws'))
    .map((line) => JSON.parse(line))
  expect(metrics).toMatchObject([{ service: 'notes', EventsHandled: 1, MessagesFailed: 1 }])
})

type Detail = { metadata: Record<string, unknown>; data: unknown }

function detail(): Detail {
  return structuredClone(eventBridgeEvent(payment('o-1')).detail) as Detail
}

function without(name: string): Detail {
  const { metadata, data } = detail()
  delete metadata[name]
  return { metadata, data }
}

function having(members: Record<string, unknown>): Detail {
  const { metadata, data } = detail()
  return { metadata: { ...metadata, ...members }, data }
}
