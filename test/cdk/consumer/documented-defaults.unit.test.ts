import { App, Duration, Stack } from 'aws-cdk-lib'
import { Table } from 'aws-cdk-lib/aws-dynamodb'
import { expect, it } from 'vitest'
import { consumerSettings } from '../../../lib/cdk/consumer/consumer-settings.js'
import { documentedProps } from '../documented-props.js'
import { consumerFixture, handlerFunction } from './consumer-fixture.js'

const { documented, interfaces, optional } = documentedProps(
  new URL('../../../lib/cdk/consumer/', import.meta.url),
)
const stack = new Stack(new App(), 'Shop')
const settings = consumerSettings('TheId', {
  handler: handlerFunction(stack),
  allEventsOf: 'Order',
  inbox: { table: Table.fromTableName(stack, 'Orders', 'orders') },
})
const { inbox } = settings
const { consumer: added, outbox } = consumerFixture()
const { hold, maxReceiveCount: heldReceiveCount } = consumerSettings('TheId', { hold: {} })

it.each<[string, string, string, unknown, unknown]>([
  ['ConsumerCommonProps', 'consumerName', "- the construct's id", settings.name, 'TheId'],
  ['ConsumerCommonProps', 'replays', 'false', settings.replays, false],
  ['ConsumerCommonProps', 'retention', 'Duration.days(14)', settings.retention.toDays(), 14],
  [
    'ConsumerCommonProps',
    'visibilityTimeout',
    "- six times the handler's time-out, and `maxBatchingWindow`",
    settings.visibilityTimeout.toSeconds(),
    18,
  ],
  ['ConsumerCommonProps', 'batchSize', '10', settings.batchSize, 10],
  ['ConsumerCommonProps', 'maxConcurrency', '- as many as Lambda starts', settings.maxConcurrency, undefined],
  ['SelectedEventsProps', 'maxReceiveCount', '5', settings.maxReceiveCount, 5],
  ['SelectedEventsProps', 'filter', '- nothing', settings.filter, undefined],
  ['SelectedEventsProps', 'inbox', '- nowhere', consumerSettings('TheId', {}).inbox, undefined],
  ['AllEventsProps', 'maxReceiveCount', '5', settings.maxReceiveCount, 5],
  ['HeldEventsProps', 'fifo', 'false', settings.fifo, false],
  ['StandardQueueProps', 'fifo', 'false', settings.fifo, false],
  [
    'StandardQueueProps',
    'maxBatchingWindow',
    'Duration.seconds(0)',
    settings.maxBatchingWindow,
    Duration.seconds(0),
  ],
  ['HoldProps', 'deadline', 'Duration.minutes(15)', hold?.deadline.toMinutes(), 15],
  ['HoldProps', 'retryAfter', 'Duration.seconds(10)', hold?.retryAfter.toSeconds(), 10],
  ['InboxCommonProps', 'ttl', 'Duration.days(35)', inbox?.ttl.toDays(), 35],
  ['InboxCommonProps', 'effects', "'transaction'", inbox?.effects, 'transaction'],
  ['SharedInboxProps', 'ttlAttribute', "'expiresAt'", inbox?.ttlAttribute, 'expiresAt'],
  [
    'SharedInboxProps',
    'keys',
    "{ partitionKey: 'pk', sortKey: 'sk' }",
    inbox?.keys,
    { partitionKey: 'pk', sortKey: 'sk' },
  ],
  ['SharedInboxProps', 'tableHas', '- nothing', inbox?.tableHas, {}],
  ['PlacementProps', 'scope', '- the outbox', added.node.scope, outbox],
])('%s.%s', (interfaceName, name, text, actual, expected) => {
  expect(documented(interfaceName).get(name)).toBe(text)
  expect(actual).toEqual(expected)
})

it('the tries of a hold', () => {
  expect(heldReceiveCount).toBe(15 * 6 + 5)
})

it('every optional property states its default', () => {
  expect(interfaces.flatMap((name) => [...documented(name).keys()])).toEqual(optional)
  expect(interfaces.toSorted()).toEqual([
    'AllEventsProps',
    'BusOriginProps',
    'ConsumerCommonProps',
    'FifoQueueProps',
    'FilterProps',
    'HeldEventsProps',
    'HoldProps',
    'InboxCommonProps',
    'InboxTableFeatures',
    'OutboxOriginProps',
    'OwnInboxProps',
    'PlacementProps',
    'SelectedEventsProps',
    'SharedInboxProps',
    'StandardQueueProps',
    'TypedEvent',
  ])
})
