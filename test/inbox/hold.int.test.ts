import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutboxEvent } from '../../lib/event/outbox-event.js'
import type { HoldSettings } from '../../lib/inbox/consumer-options.js'
import { eventBridgeEvent, sqsEvent } from '../../lib/testing/index.js'
import { useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { capturedOutput } from './captured-output.js'
import { orderDesk } from './order-desk.js'
import { orderMoved, orderPaid, payment } from './order-events.js'

// The queues are mocked here; the whole is in test/consumer.
const output = capturedOutput()
const engine = useDynamoDbEngine()
const sqs = mockClient(SQSClient)
beforeEach(() => {
  sqs.reset()
  sqs.onAnyCommand().resolves({})
  vi.stubEnv('AWS_REGION', 'us-east-1')
})

const HOLD = { deadlineSeconds: 60, retrySeconds: 5, queueUrl: 'queue', deadLetterQueueUrl: 'dead' }

async function holding(hold: Partial<HoldSettings> = {}) {
  const table = await engine.table()
  const { tableName, client } = table
  return orderDesk(table, {
    allEventsOf: 'Order',
    inbox: { effects: 'transaction', tableName, client },
    hold: { start: 'here', ...HOLD, ...hold },
  })
}

const batch = (...events: readonly OutboxEvent[]) => sqsEvent(events.map((event) => eventBridgeEvent(event)))
const late = (event: OutboxEvent) =>
  sqsEvent([eventBridgeEvent(event)], { sentAt: new Date(Date.now() - 60_000) })
const nothingFailed = { batchItemFailures: [] }
const failed = { batchItemFailures: [{ itemIdentifier: 'message-0' }] }

describe('an early event', () => {
  it('waits in the queue, without an effect, until what is missing has come', async () => {
    const desk = await holding()
    await desk.handler(batch(payment('o', 1)))
    const early = payment('o', 3)
    const message = batch(early)
    expect(await desk.handler(message)).toEqual(failed)
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input)).toEqual([
      { QueueUrl: 'queue', ReceiptHandle: message.Records[0]?.receiptHandle, VisibilityTimeout: 5 },
    ])
    expect(await desk.handler(batch(payment('o', 2)))).toEqual(nothingFailed)
    expect(await desk.handler(message)).toEqual(nothingFailed)
    expect(desk.told).toEqual(['1 first', '2 next', '3 next'])
  })

  it('goes to the dead-letter queue at its deadline, with what is missing', async () => {
    const desk = await holding()
    await desk.handler(batch(payment('o', 1)))
    const early = payment('o', 5)
    const message = late(early)
    expect(await desk.handler(message)).toEqual(nothingFailed)
    expect(sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input)).toEqual([
      {
        QueueUrl: 'dead',
        MessageBody: message.Records[0]?.body,
        MessageAttributes: expect.objectContaining({
          reason: { DataType: 'String', StringValue: 'GapNotFilled' },
          missing: { DataType: 'String', StringValue: 'versions 2 to 4' },
          eventId: { DataType: 'String', StringValue: early.eventId },
          aggregateId: { DataType: 'String', StringValue: 'o' },
        }),
      },
    ])
    expect(output()).toContain('versions 2 to 4')
    expect(await desk.payments('o')).toBe(1)
  })

  it('that lay in the queue for an hour while the consumer was stopped still waits for those behind it', async () => {
    const desk = await holding({ start: 'first' })
    const sentAt = new Date(Date.now() - 3_600_000)
    const shuffled = [3, 1, 2].map((version) => {
      const { Records } = sqsEvent([eventBridgeEvent(payment('o', version))], { sentAt })
      const [record] = Records
      if (record === undefined) throw new TypeError('One')
      const attributes = { ...record.attributes, ApproximateFirstReceiveTimestamp: String(Date.now()) }
      return { Records: [{ ...record, attributes }] }
    })
    for (const message of shuffled) await desk.handler(message)
    for (const message of shuffled) await desk.handler(message)
    expect(desk.told).toEqual(['1 first', '2 next', '3 next'])
    expect(sqs.commandCalls(SendMessageCommand)).toEqual([])
  })

  it('says what is missing also where SQS would refuse the id of its aggregate', async () => {
    const desk = await holding({ start: 'first' })
    expect(await desk.handler(late(payment('o\u0001', 5)))).toEqual(nothingFailed)
    expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input.MessageAttributes).toMatchObject({
      aggregateId: { StringValue: 'o?' },
    })
  })

  it('of a FIFO queue cannot be held: the consumer refuses the queue', async () => {
    const desk = await holding()
    const fifo = sqsEvent([eventBridgeEvent(payment('o', 1)).detail], { queueName: 'orders.fifo' })
    await expect(desk.handler(fifo)).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      details: { path: 'hold' },
    })
  })

  it('stays in the queue when the dead-letter queue is down', async () => {
    const desk = await holding()
    await desk.handler(batch(payment('o', 1)))
    sqs.on(SendMessageCommand).rejects(new Error('down'))
    expect(await desk.handler(late(payment('o', 5)))).toEqual(failed)
  })

  it('keeps no event of another aggregate', async () => {
    const desk = await holding()
    await desk.handler(batch(payment('o', 1)))
    expect(await desk.handler(batch(payment('o', 3), payment('p', 1)))).toEqual(failed)
    expect(await desk.payments('p')).toBe(1)
  })

  it('that EventBridge itself brings is an error: nobody could wait', async () => {
    const desk = await holding({ start: 'first' })
    await expect(desk.handler(eventBridgeEvent(payment('o', 2)))).rejects.toThrow('put a queue in between')
  })
})

describe('the first sight of an aggregate', () => {
  it('is where its history begins, with `here`', async () => {
    const desk = await holding({ start: 'here' })
    expect(await desk.handler(batch(payment('o', 50)))).toEqual(nothingFailed)
  })

  it('is its first event, with `first`: another one waits', async () => {
    const desk = await holding({ start: 'first' })
    const second = batch(payment('o', 2))
    expect(await desk.handler(second)).toEqual(failed)
    expect(await desk.handler(batch(payment('o', 1)))).toEqual(nothingFailed)
    expect(await desk.handler(second)).toEqual(nothingFailed)
    expect(desk.told).toEqual(['1 first', '2 next'])
  })
})

it('an event of a type without a handler fills its place, without an effect', async () => {
  const desk = await holding()
  const moved = orderMoved.create({ aggregateId: 'o', aggregateVersion: 2, data: { to: 'x' } })
  await desk.handler(batch(payment('o', 1)))
  expect(await desk.handler(batch(moved))).toEqual(nothingFailed)
  expect(await desk.handler(batch(payment('o', 3)))).toEqual(nothingFailed)
  expect(desk.told).toEqual(['1 first', '3 next'])
})

it('an event that claims no order is handled when it comes', async () => {
  const desk = await holding({ start: 'first' })
  const event = orderPaid.create({ aggregateId: 'o', data: { cents: 1, currency: 'EUR' } })
  expect(await desk.handler(batch(event))).toEqual(nothingFailed)
})
