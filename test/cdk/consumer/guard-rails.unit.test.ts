import { App, CfnParameter, Duration, Stack } from 'aws-cdk-lib'
import { Table } from 'aws-cdk-lib/aws-dynamodb'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { isOutboxError } from 'serverless-outbox'
import { OutboxConsumer } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../fixture.js'
import { consumerElsewhere, consumerFixture, type FewProps, handlerFunction } from './consumer-fixture.js'

const HEAD = "OutboxConsumer at 'Shop/Outbox/Shipping' cannot be built:\n- "
const HELD = { allEventsOf: 'Order', inbox: true, hold: {} }

const REFUSED: readonly (readonly [FewProps, string])[] = [
  [{ events: [] }, 'Expected `events` to name at least one event, got `none` (string)'],
  [{ events: [''] }, 'Expected `events[0]` to have 1 to 128 characters, got `` (string)'],
  [
    { events: ['A', 'a'.repeat(129)] },
    `Expected \`events[1]\` to have 1 to 128 characters, got \`${'a'.repeat(129)}\` (string)`,
  ],
  [{ events: ['A', { type: 'A' }] }, 'Expected `events[1]` to be named once, got `A` (string)'],
  [{ events: [{}] }, 'Expected `events[0]` to be a type or have one, got `undefined` (string)'],
  [{ events: ['A'], allEventsOf: 'Order' }, 'Expected `events` or `allEventsOf`, got both. Leave one out.'],
  [
    { events: undefined },
    'Expected `events` or `allEventsOf`, got neither. Name the types, or the type of the aggregates to get all.',
  ],
  [
    { allEventsOf: '' },
    'Expected `allEventsOf` to be an aggregate type: not empty, without `#`, got `` (string)',
  ],
  [
    { allEventsOf: 'Order', filter: { metadata: { aggregateType: ['Cart'] } } },
    'Expected `filter.metadata` to leave `aggregateType` to `allEventsOf`. Leave it out.',
  ],
  [
    { filter: {} },
    'Expected `filter` to have `metadata`, `context` or `data`, got none. Leave it out, or say what to match.',
  ],
  [{ filter: { data: { a: [] } } }, 'Expected `filter.data.a` to list at least one value, got none'],
  [{ filter: { data: { a: {} } } }, 'Expected `filter.data.a` to name at least one member, got none'],
  [
    { filter: { context: { tenant: 'acme' } } },
    'Expected `filter.context.tenant` to be a list of what may stand there, got string. Put it into `[ ]`.',
  ],
  [
    { filter: { metadata: { context: { tenant: ['acme'] } } } },
    'Expected `filter.metadata` to have no `context`. Set `filter.context`.',
  ],
  [
    { consumerName: 'a#b' },
    'Expected `consumerName` to be 1 to 64 characters of `A-Z a-z 0-9 _ . -`, got `a#b` (string)',
  ],
  [
    { consumerName: '' },
    'Expected `consumerName` to be 1 to 64 characters of `A-Z a-z 0-9 _ . -`, got `` (string)',
  ],
  [
    { handler: undefined },
    'Expected `handler` to be a function of this app, or an alias or version of one: an imported function could get neither its environment nor its permissions. Make the function in this app.',
  ],
  [{ retention: Duration.seconds(59) }, 'Expected `retention` to be 60 to 1209600 seconds, got `59` seconds'],
  [
    { retention: Duration.days(15) },
    'Expected `retention` to be 60 to 1209600 seconds, got `1296000` seconds',
  ],
  [
    { maxReceiveCount: 0 },
    'Expected `maxReceiveCount` to be a whole number from 1 to 1000, got `0` (number)',
  ],
  [{ batchSize: 0 }, 'Expected `batchSize` to be a whole number from 1 to 10000, got `0` (number)'],
  [
    { batchSize: 10_001, maxBatchingWindow: Duration.seconds(1) },
    'Expected `batchSize` to be a whole number from 1 to 10000, got `10001` (number)',
  ],
  [
    { batchSize: 11, fifo: true },
    'Expected `batchSize` to be a whole number from 1 to 10 (of a FIFO queue), got `11` (number)',
  ],
  [
    { batchSize: 11 },
    'Expected `maxBatchingWindow` to be 1 to 300 seconds (a `batchSize` above 10 takes time to gather), got `0` seconds',
  ],
  [
    { maxBatchingWindow: Duration.seconds(301) },
    'Expected `maxBatchingWindow` to be 0 to 300 seconds, got `301` seconds',
  ],
  [
    { fifo: true, maxBatchingWindow: Duration.seconds(1) },
    'Expected no `maxBatchingWindow` with `fifo`: Lambda has none for FIFO queues. Leave it out.',
  ],
  [{ maxConcurrency: 1 }, 'Expected `maxConcurrency` to be a whole number from 2 to 1000, got `1` (number)'],
  [
    { maxConcurrency: 1001 },
    'Expected `maxConcurrency` to be a whole number from 2 to 1000, got `1001` (number)',
  ],
  [
    { visibilityTimeout: Duration.seconds(17) },
    "Expected `visibilityTimeout` to be 18 to 43200 seconds (six times the handler's time-out, and `maxBatchingWindow`), got `17` seconds",
  ],
  [
    { visibilityTimeout: Duration.seconds(22), maxBatchingWindow: Duration.seconds(5) },
    "Expected `visibilityTimeout` to be 23 to 43200 seconds (six times the handler's time-out, and `maxBatchingWindow`), got `22` seconds",
  ],
  [
    { visibilityTimeout: Duration.hours(13) },
    "Expected `visibilityTimeout` to be 18 to 43200 seconds (six times the handler's time-out, and `maxBatchingWindow`), got `46800` seconds",
  ],
  [
    { inbox: { ttl: Duration.days(27) } },
    'Expected `inbox.ttl` to be at least 2419200 seconds (`retention` and the 14 days of the dead-letter queue: what is redriven must still be known), got `2332800` seconds',
  ],
  [
    { inbox: { effects: 'inside' } },
    "Expected `inbox.effects` to be 'transaction' or 'outside', got `inside` (string)",
  ],
  [
    { inbox: { keys: { partitionKey: 'id' } } },
    "Expected no `inbox.keys` without `inbox.table`: the inbox's own table has its names. Leave it out, or name the table.",
  ],
  [
    { inbox: true, hold: {} },
    'Expected `allEventsOf` with `hold`: what comes before an event is known only to whoever gets all events of its aggregate. Name the aggregate type instead of `events`.',
  ],
  [
    { ...HELD, filter: { data: { a: [1] } } },
    'Expected no `filter` with `hold`: an event that is filtered out would be waited for. Leave it out, and let the handler pass over what it does not need.',
  ],
  [
    { ...HELD, fifo: true },
    'Expected no `fifo` with `hold`: a FIFO queue cannot hold one message and go on with the next. Leave one out.',
  ],
  [
    { ...HELD, inbox: undefined },
    "Expected `inbox` with `hold`, and its `effects` to be 'transaction': how far an aggregate is handled is noted together with the effect. Set `inbox: true`.",
  ],
  [
    { ...HELD, inbox: { effects: 'outside' } },
    "Expected `inbox` with `hold`, and its `effects` to be 'transaction': how far an aggregate is handled is noted together with the effect. Set `inbox: true`.",
  ],
  [
    { ...HELD, maxReceiveCount: 5 },
    'Expected no `maxReceiveCount` with `hold`: it follows from `hold.deadline` and `hold.retryAfter`. Leave it out.',
  ],
  [
    { ...HELD, hold: { deadline: Duration.hours(3) } },
    'Expected `maxReceiveCount` to be a whole number from 1 to 1000 (`hold.deadline` of 10800 s / `hold.retryAfter` of 10 s, and 5: shorten the one or lengthen the other), got `1085` (number)',
  ],
  [
    { ...HELD, hold: { retryAfter: Duration.seconds(0) } },
    'Expected `hold.retryAfter` to be 1 to 900 seconds (`hold.deadline` at most, and an hour), got `0` seconds',
  ],
  [
    { ...HELD, hold: { deadline: Duration.seconds(10), retryAfter: Duration.seconds(11) } },
    'Expected `hold.retryAfter` to be 1 to 10 seconds (`hold.deadline` at most, and an hour), got `11` seconds',
  ],
  [
    {
      ...HELD,
      retention: Duration.minutes(10),
      hold: { deadline: Duration.minutes(11), retryAfter: Duration.minutes(1) },
    },
    'Expected `hold.deadline` to be 1 to 600 seconds (`retention` at most: the queue must still have the message), got `660` seconds',
  ],
  [
    { ...HELD, retention: Duration.minutes(15) },
    'Expected `retention` to be more than 928 seconds (`hold.deadline`, `hold.retryAfter` and a try must fit in, else SQS deletes what was never handled), got `900` seconds',
  ],
  [
    { retention: Duration.minutes(1) },
    'Expected `retention` to be more than 90 seconds (5 tries of 18 s each must fit in, else SQS deletes what was never handled), got `60` seconds',
  ],
  [
    { maxReceiveCount: 1000, visibilityTimeout: Duration.hours(1) },
    'Expected `retention` to be more than 3600000 seconds (1000 tries of 3600 s each must fit in, else SQS deletes what was never handled), got `1209600` seconds',
  ],
  [
    { source: 'aws.orders', eventBus: 'never looked at' },
    'Expected `outbox`, or `eventBus` and `source`, got both. Leave one out.',
  ],
]

describe('a setting that would lose, double or delay events', () => {
  it.each(REFUSED)('%j is refused', (props, fault) => {
    const message = messageOf(() => consumerFixture(props))
    expect(message).toContain(`${HEAD}${fault}`)
    expect(message.split('\n- ')).toHaveLength(2)
  })

  it('is an INVALID_CONFIGURATION, with all faults in one message', () => {
    let caught: unknown
    try {
      consumerFixture({ events: [], consumerName: '#', batchSize: 0 })
    } catch (error) {
      caught = error
    }
    expect(isOutboxError(caught, 'INVALID_CONFIGURATION')).toBe(true)
    expect(String(caught).split('\n- ')).toHaveLength(4)
  })
})

it.each<[string, FewProps]>([
  ['consumerName', { consumerName: 'a'.repeat(64) }],
  ['events', { events: ['a'.repeat(128)] }],
  ['retention, least', { retention: Duration.seconds(91) }],
  ['retention, most', { retention: Duration.days(14) }],
  ['maxReceiveCount', { maxReceiveCount: 1000 }],
  ['batchSize', { batchSize: 10_000, maxBatchingWindow: Duration.seconds(1) }],
  ['batchSize of a FIFO queue', { batchSize: 10, fifo: true }],
  ['maxBatchingWindow', { maxBatchingWindow: Duration.seconds(300) }],
  ['maxConcurrency, least', { maxConcurrency: 2 }],
  ['maxConcurrency, most', { maxConcurrency: 1000 }],
  ['visibilityTimeout, least', { visibilityTimeout: Duration.seconds(18) }],
  ['visibilityTimeout, most', { visibilityTimeout: Duration.hours(12) }],
  ['inbox.ttl', { inbox: { ttl: Duration.days(28) } }],
  ['inbox.ttl of a shorter queue', { inbox: { ttl: Duration.days(15) }, retention: Duration.days(1) }],
  ['hold, most tries', { ...HELD, hold: { deadline: Duration.seconds(9950) } }],
  ['hold, one try', { ...HELD, hold: { deadline: Duration.hours(1), retryAfter: Duration.hours(1) } }],
])('the limit itself is allowed: %s', (_, props) => {
  expect(() => consumerFixture(props).template()).not.toThrow()
})

describe('the handler', () => {
  it('that is imported is refused', () => {
    const run = () =>
      consumerFixture((stack) => ({ handler: LambdaFunction.fromFunctionName(stack, 'Imported', 'ship') }))
    expect(messageOf(run)).toContain(`${HEAD}Expected \`handler\` to be a function of this app`)
  })

  it('of another stack is refused: neither stack could be deployed before the other', () => {
    const elsewhere = (stack: Stack) => new Stack(stack.node.root as App, 'Services')
    expect(
      messageOf(() => consumerFixture((stack) => ({ handler: handlerFunction(elsewhere(stack)) }))),
    ).toBe(
      `${HEAD}Expected \`handler\` to be in the consumer's stack 'Shop', got one in 'Services'. Make the consumer there: \`addConsumer\` takes a \`scope\`.`,
    )
  })

  it('serves one consumer: a second one would replace its environment', () => {
    const { outbox, consumer } = consumerFixture()
    const run = () => outbox.addConsumer('Billing', { events: ['OrderPaid'], handler: consumer.handler })
    expect(messageOf(run)).toBe(
      "OutboxConsumer at 'Shop/Outbox/Billing' cannot be built:\n- Expected `handler` to serve one consumer, got the function at 'Shop/Handler', which serves the one at 'Shop/Outbox/Shipping' already. Make a function for each; they can share their code.",
    )
  })

  it('has a time-out that only the deployment knows: the visibility time-out must be stated', () => {
    const handler = (stack: Stack) =>
      handlerFunction(stack, 'Slow', {
        timeout: Duration.seconds(new CfnParameter(stack, 'Seconds', { type: 'Number' }).valueAsNumber),
      })
    expect(messageOf(() => consumerFixture((stack) => ({ handler: handler(stack) })))).toBe(
      `${HEAD}Expected \`visibilityTimeout\` to be stated, because only the deployment knows the handler's time-out: at least six times that.`,
    )
    const visibilityTimeout = Duration.minutes(6)
    expect(() =>
      consumerFixture((stack) => ({ handler: handler(stack), visibilityTimeout })).template(),
    ).not.toThrow()
  })
})

describe('the bus', () => {
  const arn = 'arn:aws:events:eu-west-1:111122223333:event-bus/orders'
  const consume = (account: string, region: string) =>
    consumerElsewhere(
      new App(),
      (stack) => ({
        eventBus: EventBus.fromEventBusArn(stack, 'Bus', arn),
        source: 'orders',
        events: ['OrderPaid'],
        handler: handlerFunction(stack),
      }),
      { env: { account, region } },
    )

  it.each([
    [
      'account',
      '444455556666',
      'eu-west-1',
      'in 444455556666, the account of the consumer, got one in 111122223333',
      '444455556666',
    ],
    [
      'Region',
      '111122223333',
      'us-east-1',
      'in us-east-1, the Region of the consumer, got one in eu-west-1',
      'us-east-1',
    ],
  ])('of another %s is refused: a rule belongs where its bus is', (_, account, region, difference, here) => {
    expect(messageOf(() => consume(account, region))).toBe(
      `OutboxConsumer at 'Shipping/Consumer' cannot be built:\n- Expected \`eventBus\` to be ${difference}: a rule belongs where its bus is. Have a rule of that bus forward the events to a bus in ${here}, and name that one.`,
    )
  })

  it('of the same account and Region is taken', () => {
    expect(() => consume('111122223333', 'eu-west-1')).not.toThrow()
  })

  it('needs the source with it', () => {
    const run = () => {
      const stack = new Stack(new App(), 'Shipping')
      const eventBus = EventBus.fromEventBusName(stack, 'Bus', 'orders')
      const props = { eventBus, events: ['OrderPaid'], handler: handlerFunction(stack) }
      // @ts-expect-error
      new OutboxConsumer(stack, 'Consumer', props)
    }
    expect(messageOf(run)).toContain(
      'Expected `outbox`, or `eventBus` and `source`, got neither in full. Say whose events they are.',
    )
  })
})

it('a pattern that EventBridge would refuse for its length is refused', () => {
  const data = { id: Array.from({ length: 300 }, (_, index) => `order-${index}`) }
  expect(messageOf(() => consumerFixture({ filter: { data } }))).toMatch(
    /Expected the event pattern to have at most 2048 characters, got \d+\. Name fewer `events`, shorten `filter`, or make two consumers\.$/,
  )
})

describe('two consumers of one name', () => {
  it('in one inbox table are refused', () => {
    const { stack, outbox, template } = consumerFixture((scope) => ({
      inbox: {
        table: Table.fromTableName(scope, 'Imported', 'orders'),
        tableHas: { timeToLive: true },
      },
    }))
    outbox.addConsumer('Billing', {
      consumerName: 'Shipping',
      events: ['OrderPaid'],
      handler: handlerFunction(stack, 'Other'),
      inbox: { table: Table.fromTableName(stack, 'Again', 'orders'), tableHas: { timeToLive: true } },
    })
    expect(messageOf(template)).toContain(
      "[Shop/Outbox/Billing] The consumer at 'Shop/Outbox/Shipping' has the name `Shipping` and the same inbox table, so each would pass over what the other has handled. Set `consumerName` on one of them.",
    )
  })

  it('with a table each are no matter', () => {
    const { stack, outbox, template } = consumerFixture({ inbox: true })
    const handler = handlerFunction(stack, 'Other')
    outbox.addConsumer('Billing', { consumerName: 'Shipping', events: ['OrderPaid'], handler, inbox: true })
    expect(template).not.toThrow()
  })
})
