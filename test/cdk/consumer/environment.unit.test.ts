import { Duration, type Stack } from 'aws-cdk-lib'
import { Table } from 'aws-cdk-lib/aws-dynamodb'
import { describe, expect, it } from 'vitest'
import { assertAsDeployed } from '../../../lib/inbox/assert-as-deployed.js'
import { consumerName, holdSettings, inboxTable } from '../../../lib/inbox/consumer-settings.js'
import { resource, variables, variablesRead } from '../fixture.js'
import { consumerFixture, type FewProps, handlerFunction } from './consumer-fixture.js'

const told = (props: FewProps | ((stack: Stack) => FewProps) = {}) =>
  variables(consumerFixture(props).template(), 'Handler')
const sharedTable = (stack: Stack) => ({
  table: Table.fromTableName(stack, 'Orders', 'orders'),
  tableHas: { timeToLive: true },
})

describe('the handler is told', () => {
  it('its name', () => {
    expect(told()).toEqual({ OUTBOX_CONSUMER_NAME: 'Shipping' })
    expect(told({ consumerName: 'ship' })).toEqual({ OUTBOX_CONSUMER_NAME: 'ship' })
  })

  it('its own inbox', () => {
    expect(told({ inbox: true })).toEqual({
      OUTBOX_CONSUMER_NAME: 'Shipping',
      OUTBOX_INBOX_EFFECTS: 'transaction',
      OUTBOX_INBOX_TABLE_NAME: expect.stringContaining('OutboxShippingInbox'),
      OUTBOX_INBOX_PARTITION_KEY: 'pk',
      OUTBOX_INBOX_SORT_KEY: '',
      OUTBOX_INBOX_TTL_ATTRIBUTE: 'expiresAt',
      OUTBOX_INBOX_TTL_SECONDS: String(35 * 24 * 60 * 60),
    })
  })

  it('an inbox in a table that there is', () => {
    expect(told((stack) => ({ inbox: sharedTable(stack) }))).toMatchObject({
      OUTBOX_INBOX_TABLE_NAME: 'orders',
      OUTBOX_INBOX_PARTITION_KEY: 'pk',
      OUTBOX_INBOX_SORT_KEY: 'sk',
    })
    const names = { keys: { partitionKey: 'id' }, ttlAttribute: 'until', ttl: Duration.days(60) }
    expect(told((stack) => ({ inbox: { ...sharedTable(stack), ...names } }))).toMatchObject({
      OUTBOX_INBOX_PARTITION_KEY: 'id',
      OUTBOX_INBOX_SORT_KEY: '',
      OUTBOX_INBOX_TTL_ATTRIBUTE: 'until',
      OUTBOX_INBOX_TTL_SECONDS: String(60 * 24 * 60 * 60),
    })
  })

  it('how long it holds', () => {
    const hold = { deadline: Duration.minutes(5), retryAfter: Duration.seconds(20) }
    expect(told({ allEventsOf: 'Order', inbox: true, hold })).toMatchObject({
      OUTBOX_HOLD_DEADLINE_SECONDS: '300',
      OUTBOX_HOLD_RETRY_SECONDS: '20',
      OUTBOX_CONSUMER_QUEUE_URL: expect.stringContaining('OutboxShippingQueue'),
      OUTBOX_CONSUMER_DEAD_LETTER_QUEUE_URL: expect.stringContaining('OutboxShippingDeadLetterQueue'),
    })
  })

  it('it all, when an alias of it is invoked', () => {
    const { template } = consumerFixture((stack) => ({ handler: handlerFunction(stack).addAlias('live') }))
    expect(variables(template(), 'Handler')).toEqual({ OUTBOX_CONSUMER_NAME: 'Shipping' })
    const { FunctionName } = resource(
      template(),
      'AWS::Lambda::EventSourceMapping',
      'OutboxShippingMapping',
    ).Properties
    expect(JSON.stringify(FunctionName)).toMatch(/HandlerAliaslive/)
  })

  it('what it writes to, besides: it may be a writer, too', () => {
    const { outbox, consumer, template } = consumerFixture()
    outbox.grantWrite(consumer.handler)
    expect(variables(template(), 'Handler')).toMatchObject({
      OUTBOX_CONSUMER_NAME: 'Shipping',
      OUTBOX_SOURCE: 'orders',
    })
  })
})

describe('what the handler is told is what createConsumer reads', () => {
  const environment = told({ allEventsOf: 'Order', inbox: true, hold: {} })

  it('of its inbox', () => {
    expect(consumerName({ events: [] }, environment)).toBe('Shipping')
    expect(inboxTable({ effects: 'transaction' }, environment)).toEqual({
      tableName: environment['OUTBOX_INBOX_TABLE_NAME'],
      keys: { partitionKey: 'pk' },
      ttlAttribute: 'expiresAt',
      ttlSeconds: 35 * 24 * 60 * 60,
    })
  })

  it('of its hold', () => {
    expect(holdSettings({ start: 'first' }, environment)).toMatchObject({
      deadlineSeconds: 900,
      retrySeconds: 10,
    })
  })

  it('and nothing else', () => {
    const read = variablesRead((variables) => {
      consumerName({ events: [] }, variables)
      inboxTable({ effects: 'transaction' }, variables)
      holdSettings({ start: 'first' }, variables)
      assertAsDeployed(
        { events: [], inbox: { effects: 'transaction' }, allEventsOf: 'Order', hold: { start: 'first' } },
        variables,
      )
    }, environment)
    expect(read.toSorted()).toEqual(Object.keys(environment).toSorted())
  })
})
