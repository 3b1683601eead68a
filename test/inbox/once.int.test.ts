import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { eventBridgeEvent, sqsEvent } from '../../lib/testing/index.js'
import { LAYOUTS, useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { capturedOutput } from './captured-output.js'
import { orderDesk } from './order-desk.js'
import { payment } from './order-events.js'

capturedOutput()
const engine = useDynamoDbEngine()
const delivery = (event: Parameters<typeof eventBridgeEvent>[0]) => sqsEvent([eventBridgeEvent(event)])
const nothingFailed = { batchItemFailures: [] }
const failed = { batchItemFailures: [{ itemIdentifier: 'message-0' }] }

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it('an event that comes a hundred times has one effect, and a record that expires', async () => {
    const desk = orderDesk(await engine.table(layout))
    const event = payment('o-1', 1)
    const before = Math.floor(Date.now() / 1000)
    for (let times = 0; times < 100; times += 1)
      expect(await desk.handler(delivery(event))).toEqual(nothingFailed)
    expect([await desk.payments('o-1'), desk.runs()]).toEqual([1, 1])
    const records = await desk.items(`INBOX#desk#${event.eventId}`)
    const days = 24 * 60 * 60
    expect(records).toHaveLength(1)
    const expiresAt = Number(records[0]?.[layout.ttlAttribute])
    expect(expiresAt - before).toBeGreaterThanOrEqual(35 * days)
    expect(expiresAt - before).toBeLessThan(36 * days)
  })
})

describe('one event', () => {
  it('at two workers at once has one effect', async () => {
    const table = await engine.table()
    // Both have read that it is new before either commits.
    let waiting = 0
    let release: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    const meet = async () => {
      waiting += 1
      if (waiting === 2) release()
      await both
    }
    const [one, two] = [orderDesk(table, {}, meet), orderDesk(table, {}, meet)]
    const event = payment('o-1', 1)
    expect(await Promise.all([one.handler(delivery(event)), two.handler(delivery(event))])).toEqual([
      nothingFailed,
      nothingFailed,
    ])
    expect([one.runs(), two.runs(), await one.payments('o-1')]).toEqual([1, 1, 1])
  })

  it('whose handler throws has no effect; the next delivery has it', async () => {
    const table = await engine.table()
    const failing = orderDesk(table, {}, () => {
      throw new Error('no')
    })
    const event = payment('o-1', 1)
    expect(await failing.handler(delivery(event))).toEqual(failed)
    expect(await failing.items('')).toEqual([])
    const desk = orderDesk(table)
    await desk.handler(delivery(event))
    expect(await desk.payments('o-1')).toBe(1)
  })

  it('whose commit’s answer is lost has its effect, and no second one', async () => {
    const table = await engine.table()
    // The next answer is that of the transaction: the read has been answered when the handler runs.
    const desk = orderDesk(table, {}, () => table.loseNextAnswer())
    const event = payment('o-1', 1)
    await desk.handler(delivery(event))
    expect(await desk.payments('o-1')).toBe(1)
    expect(await orderDesk(table).handler(delivery(event))).toEqual(nothingFailed)
    expect(await desk.payments('o-1')).toBe(1)
  })

  it('is not taken for a duplicate because a condition of the handler’s own transaction fails', async () => {
    const table = await engine.table()
    const { Outbox } = await import('../../lib/outbox/outbox.js')
    const own = new Outbox({ tableName: table.tableName, source: 'desk', client: table.client })
    const desk = orderDesk(table, {}, () =>
      own.transact((tx) =>
        tx.check({ Key: { pk: 'no', sk: 'no' }, ConditionExpression: 'attribute_exists(pk)' }),
      ),
    )
    const event = payment('o-1', 1)
    expect(await desk.handler(delivery(event))).toEqual(failed)
    expect(await desk.items('')).toEqual([])
  })

  it('whose effect fails its own condition is not done, and leaves nothing', async () => {
    const table = await engine.table()
    const desk = orderDesk(table, {}, (_, tx) =>
      tx.check({ Key: { pk: 'no', sk: 'no' }, ConditionExpression: 'attribute_exists(pk)' }),
    )
    expect(await desk.handler(delivery(payment('o-1', 1)))).toEqual(failed)
    expect(await desk.items('')).toEqual([])
  })

  it('of the same id is handled by each consumer that shares the table', async () => {
    const table = await engine.table()
    const event = payment('o-1', 1)
    await orderDesk(table).handler(delivery(event))
    const other = orderDesk(table, { name: 'other' })
    await other.handler(delivery(event))
    expect([await other.payments('o-1'), (await other.items('INBOX#')).length]).toEqual([2, 2])
  })

  it('with an aggregate id as long as a key may be is tracked under another key', async () => {
    const desk = orderDesk(await engine.table())
    const id = 'x'.repeat(2030)
    expect(await desk.handler(delivery(payment(id, 1)))).toEqual(nothingFailed)
    expect(await desk.handler(delivery(payment(id, 2)))).toEqual(nothingFailed)
    expect(desk.told).toEqual(['1 first', '2 next'])
  })
})

it('a consumer without an outbox refuses to publish: nobody would deliver it', async () => {
  const desk = orderDesk(await engine.table(), {}, (_, tx) => tx.publish(payment('o-2')))
  expect(await desk.handler(delivery(payment('o-1', 1)))).toEqual(failed)
  expect(await desk.items('')).toEqual([])
})

it('a message costs a read of two keys and one transaction', async () => {
  const table = await engine.table()
  const desk = orderDesk(table)
  await desk.handler(delivery(payment('o-1', 1)))
  expect(table.sent).toEqual(['BatchGetItem', TransactWriteCommand.name.replace('Command', 'Items')])
})
