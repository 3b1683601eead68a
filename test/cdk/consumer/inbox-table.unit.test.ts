import type { Stack } from 'aws-cdk-lib'
import { AttributeType, MultiRegionConsistency, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { describe, expect, it } from 'vitest'
import { messageOf, resource } from '../fixture.js'
import { consumerFixture, type FewProps } from './consumer-fixture.js'

const STRING = AttributeType.STRING
const pk = { name: 'pk', type: STRING }
const sk = { name: 'sk', type: STRING }

const shared =
  (table: (stack: Stack) => Table | TableV2, more: FewProps = {}) =>
  (stack: Stack): FewProps => ({ inbox: { table: table(stack), ...more } })

it('a table of its own is on demand, expires its items, can be restored and stays', () => {
  const { template, consumer } = consumerFixture({ inbox: true })
  const { Properties, ...rest } = resource(template(), 'AWS::DynamoDB::GlobalTable', 'OutboxShippingInbox')
  expect(Properties).toMatchObject({
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
  })
  expect(Properties).not.toHaveProperty('StreamSpecification')
  expect(rest).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
  expect(consumer.inboxTable).toBeInstanceOf(TableV2)
})

it('without an inbox there is no table', () => {
  const { template, consumer } = consumerFixture()
  template().resourceCountIs('AWS::DynamoDB::GlobalTable', 1)
  expect(consumer.inboxTable).toBeUndefined()
})

describe('a table of this app that has all', () => {
  it.each<[string, (stack: Stack) => Table | TableV2, FewProps]>([
    [
      'TableV2',
      (stack) =>
        new TableV2(stack, 'Orders', { partitionKey: pk, sortKey: sk, timeToLiveAttribute: 'expiresAt' }),
      {},
    ],
    [
      'Table with names of its own',
      (stack) =>
        new Table(stack, 'Orders', {
          partitionKey: { name: 'id', type: STRING },
          timeToLiveAttribute: 'until',
        }),
      { keys: { partitionKey: 'id' }, ttlAttribute: 'until' },
    ],
  ])('%s', (_, table, more) => {
    const { template, consumer } = consumerFixture(shared(table, more))
    expect(template).not.toThrow()
    expect(consumer.inboxTable?.node.id).toBe('Orders')
  })
})

describe('what a table of this app lacks fails synth with the line that adds it', () => {
  it.each<[string, (stack: Stack) => Table | TableV2, FewProps, string]>([
    [
      'time to live',
      (stack) => new TableV2(stack, 'Orders', { partitionKey: pk, sortKey: sk }),
      {},
      "The table needs time to live on the attribute `expiresAt`. Set `timeToLiveAttribute: 'expiresAt'` on it.",
    ],
    [
      'another time-to-live attribute',
      (stack) => new Table(stack, 'Orders', { partitionKey: pk, sortKey: sk, timeToLiveAttribute: 'until' }),
      {},
      "The table's time-to-live attribute is `until`, the inbox was told `expiresAt`. Set `ttlAttribute: 'until'` on the inbox.",
    ],
    [
      'a sort key',
      (stack) => new TableV2(stack, 'Orders', { partitionKey: pk, timeToLiveAttribute: 'expiresAt' }),
      {},
      "The table's keys are `pk` alone, the inbox was told `pk` and `sk`. Set `keys: { partitionKey: 'pk' }`.",
    ],
    [
      'a key that is a string',
      (stack) =>
        new TableV2(stack, 'Orders', {
          partitionKey: { name: 'pk', type: AttributeType.NUMBER },
          sortKey: sk,
          timeToLiveAttribute: 'expiresAt',
        }),
      {},
      "The table's key attribute `pk` must be a string (`S`), it is `N`. The inbox needs another table.",
    ],
  ])('%s', (_, table, more, fault) => {
    expect(messageOf(consumerFixture(shared(table, more)).template)).toContain(
      `[Shop/Outbox/Shipping] ${fault}`,
    )
  })

  it.each([
    ['transaction', true],
    ['outside', false],
  ])('strong multi-Region consistency, with effects: %s', (effects, refused) => {
    const table = (stack: Stack) =>
      new TableV2(stack, 'Orders', {
        partitionKey: pk,
        sortKey: sk,
        timeToLiveAttribute: 'expiresAt',
        multiRegionConsistency: MultiRegionConsistency.STRONG,
        replicas: [{ region: 'us-east-2' }, { region: 'us-west-2' }],
      })
    const run = consumerFixture(shared(table, { effects }), { env: { region: 'us-east-1' } }).template
    const attempt = expect(run)
    if (refused)
      attempt.toThrow('strong multi-Region consistency, with which DynamoDB refuses TransactWriteItems')
    else attempt.not.toThrow()
  })
})

describe('an imported table', () => {
  it('is taken by the word of whoever deploys', () => {
    const props = (stack: Stack) => ({
      inbox: { table: Table.fromTableName(stack, 'Orders', 'orders'), tableHas: { timeToLive: true } },
    })
    expect(consumerFixture(props).template).not.toThrow()
  })

  it('without time to live is refused with the command that adds it', () => {
    const props = (stack: Stack) => ({ inbox: { table: Table.fromTableName(stack, 'Orders', 'orders') } })
    expect(messageOf(() => consumerFixture(props))).toBe(
      `OutboxConsumer at 'Shop/Outbox/Shipping' cannot be built:
- The table needs time to live on the attribute \`expiresAt\`. A table has one such attribute: if it has another, name that as \`ttlAttribute\`.
    aws dynamodb update-time-to-live --table-name orders --time-to-live-specification Enabled=true,AttributeName=expiresAt
  Then set \`inbox.tableHas.timeToLive: true\`.`,
    )
  })

  it.each<[string, FewProps, string]>([
    [
      'a key without a name',
      { keys: { partitionKey: '' } },
      'Expected `inbox.keys.partitionKey` to have 1 to 255 characters, got `` (string)',
    ],
    [
      'two keys of one name',
      { keys: { partitionKey: 'id', sortKey: 'id' } },
      'Expected `inbox.keys.sortKey` to differ from `inbox.keys.partitionKey`, got `id` (string)',
    ],
    [
      'a key that expires',
      { ttlAttribute: 'pk' },
      'Expected `inbox.ttlAttribute` to differ from `inbox.keys.partitionKey`, got `pk` (string)',
    ],
  ])('is refused with %s', (_, more, fault) => {
    const props = (stack: Stack) => ({
      inbox: {
        table: Table.fromTableName(stack, 'Orders', 'orders'),
        tableHas: { timeToLive: true },
        ...more,
      },
    })
    expect(messageOf(() => consumerFixture(props))).toContain(`- ${fault}`)
  })
})
