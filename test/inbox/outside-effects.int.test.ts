import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsumedEvent } from '../../lib/inbox/consumed-event.js'
import { createConsumer } from '../../lib/inbox/create-consumer.js'
import { on } from '../../lib/inbox/on.js'
import { eventBridgeEvent, sqsEvent } from '../../lib/testing/index.js'
import { LAYOUTS, type Layout, useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { capturedOutput } from './captured-output.js'
import { orderPaid, payment } from './order-events.js'

const output = capturedOutput()
const engine = useDynamoDbEngine()
const nothingFailed = { batchItemFailures: [] }
const failed = { batchItemFailures: [{ itemIdentifier: 'message-0' }] }
const MINUTE = 60_000
const context = { getRemainingTimeInMillis: () => MINUTE }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A consumer that sends mails, with a table of its own. */
async function mailer(
  act: (event: ConsumedEvent) => unknown = () => undefined,
  layout: Layout = LAYOUTS['default keys'],
) {
  const { client: documents, tableName, keys, ttlAttribute } = await engine.table(layout)
  const sent: string[] = []
  const handler = createConsumer({
    name: 'mailer',
    inbox: { effects: 'outside', tableName, keys, ttlAttribute, ttlSeconds: 100, client: documents },
    events: [
      on(orderPaid, async (event) => {
        await act(event)
        sent.push(event.eventId)
      }),
    ],
  })
  return { handler, sent }
}

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it('an effect outside happens once, however often the event comes', async () => {
    const { handler, sent } = await mailer(undefined, layout)
    const [one, two] = [payment('a'), payment('b')]
    for (let times = 0; times < 20; times += 1)
      expect(await handler(sqsEvent([one, two].map((event) => eventBridgeEvent(event))), context)).toEqual(
        nothingFailed,
      )
    expect(sent.toSorted()).toEqual([one.eventId, two.eventId].toSorted())
  })
})

it('an effect that fails is tried again at the next delivery', async () => {
  let isDown = true
  const { handler, sent } = await mailer(() => {
    if (isDown) throw new Error('SECRET: no mail')
  })
  const batch = sqsEvent([eventBridgeEvent(payment('a'))])
  expect(await handler(batch, context)).toEqual(failed)
  isDown = false
  expect(await handler(batch, context)).toEqual(nothingFailed)
  expect(sent).toHaveLength(1)
  expect(output()).not.toContain('SECRET')
})

it('of two workers at once one has the effect; the other’s message comes again and finds it done', async () => {
  const second: { handler?: Promise<unknown> } = {}
  const { handler, sent } = await mailer(async () => {
    second.handler ??= handler(batch, context)
    await second.handler
  })
  const batch = sqsEvent([eventBridgeEvent(payment('a'))])
  expect(await handler(batch, context)).toEqual(nothingFailed)
  expect(await second.handler).toEqual(failed)
  expect(await handler(batch, context)).toEqual(nothingFailed)
  expect(sent).toHaveLength(1)
})

it('after a worker that died in the effect the event waits for the end of its time, then has its effect', async () => {
  let isInEffect: () => void = () => undefined
  const inEffect = new Promise<void>((resolve) => {
    isInEffect = resolve
  })
  let dies = true
  const { handler, sent } = await mailer(() => {
    isInEffect()
    return dies ? new Promise(() => undefined) : undefined
  })
  const batch = sqsEvent([eventBridgeEvent(payment('a'))])
  // It never answers: what it noted stays.
  void handler(batch, context)
  await inEffect
  dies = false
  expect(await handler(batch, context)).toEqual(failed)
  expect(sent).toEqual([])
  vi.setSystemTime(Date.now() + MINUTE + 1)
  expect(await handler(batch, context)).toEqual(nothingFailed)
  expect(sent).toHaveLength(1)
})

it('an event is forgotten when the time to live is over', async () => {
  const { handler, sent } = await mailer()
  const batch = sqsEvent([eventBridgeEvent(payment('a'))])
  await handler(batch, context)
  vi.setSystemTime(Date.now() + 99_000)
  await handler(batch, context)
  expect(sent).toHaveLength(1)
  vi.setSystemTime(Date.now() + 3_000)
  await handler(batch, context)
  expect(sent).toHaveLength(2)
})
