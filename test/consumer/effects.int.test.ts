import { ReceiveMessageCommand, SendMessageCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { OutboxEvent } from 'serverless-outbox'
import type { TransactionalOutbox } from 'serverless-outbox/cdk'
import { AwsError } from 'serverless-outbox/local'
import { eventBridgeEvent } from 'serverless-outbox/testing'
import { describe, expect, it } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from '../guarantees/outbox-cloud.js'
import { thingHappened } from '../guarantees/thing-happened.js'
import { orderDeskFunction } from './order-desk-function.js'

// The whole way: the writer's transaction, the relay, EventBridge's rule, the queue, the mapping, the function, its inbox.

/** Three consumers with a desk and a table each: one that takes what comes, one by a FIFO queue, one that holds. */
function desks(stack: Stack, outbox: TransactionalOutbox): void {
  for (const id of ['Desk', 'FifoDesk', 'HoldingDesk'] as const) {
    const table = new TableV2(stack, `${id}Table`, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiresAt',
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const handler = orderDeskFunction(stack, `${id}Function`, id === 'HoldingDesk' ? { HOLDS: 'true' } : {})
    table.grant(handler, 'dynamodb:UpdateItem')
    const inbox = { table, keys: { partitionKey: 'pk' } } as const
    if (id === 'HoldingDesk')
      outbox.addConsumer(id, { scope: stack, allEventsOf: 'Thing', handler, inbox, hold: {} })
    else if (id === 'FifoDesk')
      outbox.addConsumer(id, { scope: stack, events: [thingHappened], handler, inbox, fifo: true })
    else outbox.addConsumer(id, { scope: stack, events: [thingHappened], handler, inbox })
  }
}

type Desk = 'Desk' | 'FifoDesk' | 'HoldingDesk'

const start = () => startOutboxCloud(undefined, {}, {}, desks)

const happened = (aggregateId: string, aggregateVersion: number, text = 'x'): OutboxEvent =>
  thingHappened.create({ aggregateId, aggregateVersion, data: { text } })

async function historyOf(
  { cloud, documents }: OutboxCloud,
  desk: Desk,
  aggregateId: string,
): Promise<string[]> {
  const TableName = cloud.physicalId(`Shop/${desk}Table`)
  const { Item } = await documents.send(
    new GetCommand({ TableName, Key: { pk: `HISTORY#${aggregateId}` }, ConsistentRead: true }),
  )
  return Item?.['history'] ?? []
}

/** As EventBridge would put it into the queue. */
async function deliver({ cloud, queues }: OutboxCloud, desk: Desk, event: OutboxEvent): Promise<void> {
  await queues.send(
    new SendMessageCommand({
      QueueUrl: cloud.physicalId(`Shop/${desk}/Queue`),
      MessageBody: JSON.stringify(eventBridgeEvent(event)),
    }),
  )
}

async function deadLetters({ cloud, queues }: OutboxCloud, desk: Desk) {
  const QueueUrl = cloud.physicalId(`Shop/${desk}/DeadLetterQueue`)
  const { Messages = [] } = await queues.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
      VisibilityTimeout: 0,
    }),
  )
  return { messages: Messages }
}

describe('a consumer whose process ends', () => {
  it.each(['before', 'after'] as const)('right %s its commit has each effect once', async (moment) => {
    const fixture = await start()
    const { cloud, outbox } = fixture
    const kills = new Set<Desk>()
    cloud.intercept(async (call, next) => {
      const desk = (['Desk', 'FifoDesk', 'HoldingDesk'] as const).find(
        (id) => call.caller.name === cloud.logicalId(`Shop/${id}Function`),
      )
      if (desk === undefined || call.operation !== 'TransactWriteItems' || kills.has(desk)) return next()
      kills.add(desk)
      if (moment === 'after') await next()
      await cloud.kill(`Shop/${desk}Function`)
      // Nobody is there any more to hear it.
      throw new AwsError('InternalServerError', 'The caller is gone', 500)
    })
    await outbox.transact((tx) => tx.publish(happened('a', 1), happened('b', 1)))
    // The messages show again when the visibility time-out is over.
    await cloud.clock.advance('10m')
    expect(kills.size).toBe(3)
    for (const desk of ['Desk', 'FifoDesk', 'HoldingDesk'] as const)
      for (const id of ['a', 'b']) expect(await historyOf(fixture, desk, id)).toEqual(['1 first'])
  })
})

describe('deliveries', () => {
  it('of one event, a hundred times, to whatever runs at once, have one effect', async () => {
    const fixture = await start()
    const event = happened('a', 1)
    await Promise.all(Array.from({ length: 100 }, () => deliver(fixture, 'Desk', event)))
    await fixture.cloud.clock.advance('10m')
    expect(await historyOf(fixture, 'Desk', 'a')).toEqual(['1 first'])
    expect((await deadLetters(fixture, 'Desk')).messages).toEqual([])
    const skipped = await fixture.cloud.metrics({
      name: 'DuplicatesSkipped',
      dimensions: { service: 'Desk' },
    })
    expect(skipped.reduce((sum, { value, count }) => sum + value * count, 0)).toBe(99)
  })

  it('with one failure in the middle keep the others’ success; the failure ends as a dead letter', async () => {
    const fixture = await start()
    const { cloud, outbox } = fixture
    await outbox.transact((tx) => tx.publish(happened('a', 1), happened('b', 1, 'fails'), happened('c', 1)))
    await cloud.clock.advance('45m')
    for (const desk of ['Desk', 'FifoDesk'] as const) {
      const histories = await Promise.all(['a', 'b', 'c'].map((id) => historyOf(fixture, desk, id)))
      expect([desk, histories]).toEqual([desk, [['1 first'], [], ['1 first']]])
      expect((await deadLetters(fixture, desk)).messages).toHaveLength(1)
    }
  })
})

it('what EventBridge could not put into the queue is moved there in the console, and handled', async () => {
  const fixture = await start()
  const { cloud, queues } = fixture
  const arn = (path: string) => cloud.attribute(path, 'Arn')
  await queues.send(
    new SendMessageCommand({
      QueueUrl: cloud.physicalId('Shop/Desk/UndeliveredQueue'),
      MessageBody: JSON.stringify(eventBridgeEvent(happened('a', 1))),
    }),
  )
  await queues.send(
    new StartMessageMoveTaskCommand({
      SourceArn: arn('Shop/Desk/UndeliveredQueue'),
      DestinationArn: arn('Shop/Desk/Queue'),
    }),
  )
  await cloud.clock.advance('2m')
  expect(await historyOf(fixture, 'Desk', 'a')).toEqual(['1 first'])
})

describe('an early event', () => {
  it('waits for what is missing, and then has its effect in its place', async () => {
    const fixture = await start()
    const { cloud } = fixture
    const [first, second, third] = [1, 2, 3].map((version) => happened('a', version))
    if (first === undefined || second === undefined || third === undefined) throw new TypeError('Three')
    await deliver(fixture, 'HoldingDesk', third)
    await cloud.clock.advance('1m')
    await deliver(fixture, 'HoldingDesk', second)
    await cloud.clock.advance('1m')
    expect(await historyOf(fixture, 'HoldingDesk', 'a')).toEqual([])
    await deliver(fixture, 'HoldingDesk', first)
    await cloud.clock.advance('1m')
    expect(await historyOf(fixture, 'HoldingDesk', 'a')).toEqual(['1 first', '2 next', '3 next'])
  })

  it('whose gap is never filled is a dead letter that says what is missing; sent back, it waits again', async () => {
    const fixture = await start()
    const { cloud, queues } = fixture
    await deliver(fixture, 'HoldingDesk', happened('a', 1))
    await deliver(fixture, 'HoldingDesk', happened('a', 5))
    await cloud.clock.advance('14m')
    expect((await deadLetters(fixture, 'HoldingDesk')).messages).toEqual([])
    await cloud.clock.advance('2m')
    const { messages } = await deadLetters(fixture, 'HoldingDesk')
    expect(messages.map(({ MessageAttributes = {} }) => MessageAttributes)).toMatchObject([
      { reason: { StringValue: 'GapNotFilled' }, missing: { StringValue: 'versions 2 to 4' } },
    ])
    expect(await historyOf(fixture, 'HoldingDesk', 'a')).toEqual(['1 first'])

    for (const version of [2, 3, 4]) await deliver(fixture, 'HoldingDesk', happened('a', version))
    // "Start DLQ redrive" with the consumer's queue as custom destination.
    const arn = (path: string) => cloud.attribute(path, 'Arn')
    await queues.send(
      new StartMessageMoveTaskCommand({
        SourceArn: arn('Shop/HoldingDesk/DeadLetterQueue'),
        DestinationArn: arn('Shop/HoldingDesk/Queue'),
      }),
    )
    await cloud.clock.advance('2m')
    expect((await historyOf(fixture, 'HoldingDesk', 'a')).at(-1)).toBe('5 next')
  })
})
