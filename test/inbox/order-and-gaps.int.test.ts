import { describe, expect, it } from 'vitest'
import type { OutboxEvent } from '../../lib/event/outbox-event.js'
import { eventBridgeEvent, recordOutbox, sqsEvent } from '../../lib/testing/index.js'
import { useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { capturedOutput } from './captured-output.js'
import { orderDesk } from './order-desk.js'
import { payment } from './order-events.js'

capturedOutput()
const engine = useDynamoDbEngine()
const delivery = (...events: readonly OutboxEvent[]) =>
  sqsEvent(events.map((event) => eventBridgeEvent(event)))

describe('a handler is told', () => {
  it('how each event stands to those before: each has its effect, whatever the order', async () => {
    const desk = orderDesk(await engine.table())
    for (const version of [50, 51, 54, 52, 53, 55]) await desk.handler(delivery(payment('o', version)))
    expect(desk.told).toEqual(['50 first', '51 next', '54 gap', '52 old', '53 old', '55 next'])
    expect(await desk.payments('o')).toBe(6)
  })

  it('of several events of one version which one is missing', async () => {
    const desk = orderDesk(await engine.table())
    const part = (version: number, eventIndex: number) =>
      sqsEvent([eventBridgeEvent(payment('o', version), { eventIndex, eventCount: 3 })])
    for (const [version, index] of [
      [1, 0],
      [1, 2],
      [2, 0],
    ] as const)
      await desk.handler(part(version, index))
    expect(desk.told).toEqual(['1.0 first', '1.2 gap', '2.0 next'])
  })

  it('that nothing is missing between the versions of one transaction', async () => {
    const table = await engine.table()
    const { outbox, events } = recordOutbox()
    await outbox.transact((tx) => tx.publish(payment('o', 1), payment('p'), payment('o', 2)))
    await outbox.transact((tx) => tx.publish(payment('o', 3)))
    const desk = orderDesk(table, {
      allEventsOf: 'Order',
      inbox: { effects: 'transaction', tableName: table.tableName, client: table.client },
      hold: { start: 'first', deadlineSeconds: 1, retrySeconds: 1, queueUrl: 'q', deadLetterQueueUrl: 'd' },
    })
    for (const { metadata, data } of events)
      expect(await desk.handler(sqsEvent([{ metadata, data }]))).toEqual({ batchItemFailures: [] })
    expect(desk.told.filter((told) => !told.startsWith('undefined'))).toEqual([
      '1.0 first',
      '2.1 next',
      '3 next',
    ])
  })

  it('nothing of an event that claims no order', async () => {
    const desk = orderDesk(await engine.table())
    await desk.handler(delivery(payment('o')))
    expect(desk.told).toEqual(['undefined undefined'])
    expect(await desk.items('INBOX-ORDER#')).toEqual([])
  })

  it('a reversed pair in one batch in the right order', async () => {
    const desk = orderDesk(await engine.table())
    await desk.handler(delivery(payment('o', 2), payment('o', 1)))
    expect(desk.told).toEqual(['1 first', '2 next'])
  })
})

it('a thousand events of one aggregate, redelivered to two workers at once, have one effect each', async () => {
  const table = await engine.table()
  const workers = [1, 2].map(() => orderDesk(table, { random: () => 0.5 }))
  const events = Array.from({ length: 1_000 }, (_, index) => payment('o', index + 1))
  // Each worker gets every event, in batches that begin elsewhere: nearly all meet each other.
  const batches = Array.from({ length: 100 }, (_, index) => events.slice(index * 10, index * 10 + 10))
  await Promise.all(
    workers.map(async ({ handler }, place) => {
      const rest = batches.map((_, index) => batches[(index + place) % batches.length] ?? [])
      for (const batch of rest) {
        let again = batch
        while (again.length > 0) {
          const { batchItemFailures } = await handler(delivery(...again))
          const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
          again = again.filter((_, index) => failed.has(`message-${index}`))
        }
      }
    }),
  )
  const [desk] = workers
  expect(await desk?.payments('o')).toBe(1_000)
  expect(await desk?.items('INBOX-ORDER#')).toMatchObject([{ obVersion: 1_000 }])
  expect(await desk?.items('INBOX#')).toHaveLength(1_000)
}, 180_000)
