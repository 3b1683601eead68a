import { RemovalPolicies } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { outboxFixture, resource } from './fixture.js'

describe('the table that the outbox makes', () => {
  it.each([
    ['is billed on demand', { BillingMode: 'PAY_PER_REQUEST' }],
    ['streams new images', { StreamSpecification: { StreamViewType: 'NEW_IMAGE' } }],
    ['expires rows', { TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true } }],
    [
      'has its keys',
      {
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      },
    ],
    [
      'has the index by owner, keys only',
      {
        GlobalSecondaryIndexes: [
          {
            IndexName: 'outbox-by-owner',
            KeySchema: [
              { AttributeName: 'obShard', KeyType: 'HASH' },
              { AttributeName: 'obDue', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      },
    ],
  ])('%s', (_, properties) => {
    outboxFixture().template().hasResourceProperties('AWS::DynamoDB::GlobalTable', properties)
  })

  it('can be restored to any point in time', () => {
    const { Replicas } = resource(
      outboxFixture().template(),
      'AWS::DynamoDB::GlobalTable',
      'OutboxTable',
    ).Properties
    expect(Replicas).toMatchObject([
      { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ])
  })

  it('takes key and TTL names, and no sort key', () => {
    const template = outboxFixture({ keys: { partitionKey: 'id' }, ttlAttribute: 'ttl' }).template()
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    })
  })
})

describe('what holds data', () => {
  it.each([
    ['AWS::DynamoDB::GlobalTable', 'OutboxTable'],
    ['AWS::SQS::Queue', 'OutboxDeadLetterQueue'],
  ])('%s %s is kept when the stack is deleted or the resource replaced', (type, id) => {
    expect(resource(outboxFixture().template(), type, id)).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    })
  })

  it('goes with the stack where its owner says so', () => {
    const { outbox, template } = outboxFixture()
    RemovalPolicies.of(outbox).destroy()
    expect(resource(template(), 'AWS::DynamoDB::GlobalTable', 'OutboxTable')).toMatchObject({
      DeletionPolicy: 'Delete',
    })
  })
})

// EventBridge has no bus without a name; the CDK makes one of stack name and path.
it('no resource has a physical name', () => {
  const { Resources } = outboxFixture().template().toJSON() as {
    Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>
  }
  const names = Object.values(Resources)
    .filter(({ Type }) => Type !== 'AWS::Events::EventBus' && Type !== 'AWS::IAM::Policy')
    .flatMap(({ Type, Properties = {} }) =>
      Object.keys(Properties)
        .filter((property) => /^(Name|.*(Table|Queue|Function|Role|Bucket|LogGroup)Name)$/.test(property))
        // Of the function that they belong to.
        .filter((property) => !(/^AWS::Lambda::Event/.test(Type) && property === 'FunctionName'))
        .map((property) => `${Type}.${property}`),
    )
  expect(names).toEqual([])
})
