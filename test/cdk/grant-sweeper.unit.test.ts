import { describe, expect, it } from 'vitest'
import { outboxFixture, resource } from './fixture.js'
import { type Attempt, simulator, TABLE } from './simulated-iam.js'

const EVENT = 'OUTBOX#Order#1'
const OWN = 'ORDER#1'
const INDEX = `${TABLE}/index/outbox-by-owner`
const SHARD = 'R#eu-west-1#07'
const BUS = 'arn:aws:events:eu-west-1:111122223333:event-bus/orders'
const DEAD_LETTERS = 'arn:aws:sqs:eu-west-1:111122223333:dead-letters'
const REDRIVE = 'arn:aws:sqs:eu-west-1:111122223333:redrive'
const MAPPING = 'arn:aws:lambda:eu-west-1:111122223333:event-source-mapping:mapping-of-the-relay'
const SWEEPER = 'arn:aws:lambda:eu-west-1:111122223333:function:sweeper'

const template = outboxFixture().template()
const sweeper = simulator(template, 'OutboxSweeperServiceRoleDefaultPolicy')

describe('the sweeper may', () => {
  it.each<Attempt>([
    { action: 'dynamodb:Query', resource: INDEX, keys: [SHARD] },
    { action: 'dynamodb:Scan', resource: INDEX },
    { action: 'dynamodb:BatchGetItem', keys: [EVENT, 'OUTBOX#Order#2'] },
    { action: 'dynamodb:PartiQLUpdate', keys: [EVENT] },
    { action: 'events:DescribeEventBus', resource: BUS },
    { action: 'events:PutEvents', resource: BUS },
    { action: 'sqs:SendMessage', resource: DEAD_LETTERS },
    { action: 'lambda:GetEventSourceMapping', resource: MAPPING },
  ])('$action', async (attempt) => {
    expect(await sweeper(attempt)).toBe('Allowed')
  })
})

describe('the sweeper may not', () => {
  it.each<[string, Attempt]>([
    ['query the table', { action: 'dynamodb:Query', keys: [EVENT] }],
    ['query another index', { action: 'dynamodb:Query', resource: `${TABLE}/index/by-email`, keys: [OWN] }],
    ['scan the table', { action: 'dynamodb:Scan', resource: TABLE }],
    ['scan another index', { action: 'dynamodb:Scan', resource: `${TABLE}/index/by-email` }],
    ['read an aggregate', { action: 'dynamodb:BatchGetItem', keys: [OWN] }],
    ['read an aggregate beside an event', { action: 'dynamodb:BatchGetItem', keys: [EVENT, OWN] }],
    ['change an aggregate', { action: 'dynamodb:PartiQLUpdate', keys: [OWN] }],
    ['create a row', { action: 'dynamodb:PutItem', keys: [EVENT] }],
    ['create a row by UpdateItem', { action: 'dynamodb:UpdateItem', keys: [EVENT] }],
    ['delete a row', { action: 'dynamodb:DeleteItem', keys: [EVENT] }],
    ['delete a row by PartiQL', { action: 'dynamodb:PartiQLDelete', keys: [EVENT] }],
    ['read the stream', { action: 'dynamodb:GetRecords', resource: `${TABLE}/stream/1` }],
    ['publish to another bus', { action: 'events:PutEvents', resource: `${BUS}-other` }],
    ['take a notice away', { action: 'sqs:DeleteMessage', resource: DEAD_LETTERS }],
    ['send to the redrive queue', { action: 'sqs:SendMessage', resource: REDRIVE }],
    ['look at another mapping', { action: 'lambda:GetEventSourceMapping', resource: `${MAPPING}-other` }],
    ['change the mapping', { action: 'lambda:UpdateEventSourceMapping', resource: MAPPING }],
  ])('%s', async (_, attempt) => {
    expect(await sweeper(attempt)).toBe('ImplicitlyDenied')
  })
})

describe('the schedule', () => {
  const schedule = simulator(template, 'OutboxSweepScheduleRoleDefaultPolicy')

  it('may invoke the sweeper', async () => {
    expect(await schedule({ action: 'lambda:InvokeFunction', resource: SWEEPER })).toBe('Allowed')
  })

  it.each<[string, Attempt]>([
    ['another function', { action: 'lambda:InvokeFunction', resource: `${SWEEPER}-other` }],
    ['a version of it', { action: 'lambda:InvokeFunction', resource: `${SWEEPER}:1` }],
    ['it by the name of the latest', { action: 'lambda:InvokeFunction', resource: `${SWEEPER}:$LATEST` }],
  ])('may not invoke %s', async (_, attempt) => {
    expect(await schedule(attempt)).toBe('ImplicitlyDenied')
  })

  it('is trusted as Scheduler in the name of this account alone', () => {
    const { AssumeRolePolicyDocument } = resource(
      template,
      'AWS::IAM::Role',
      'OutboxSweepScheduleRole',
    ).Properties
    expect(AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Effect: 'Allow',
          Action: 'sts:AssumeRole',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': {
                'Fn::Join': [
                  '',
                  [
                    'arn:',
                    { Ref: 'AWS::Partition' },
                    ':scheduler:',
                    { Ref: 'AWS::Region' },
                    ':',
                    { Ref: 'AWS::AccountId' },
                    ':schedule-group/default',
                  ],
                ],
              },
            },
          },
        },
      ],
    })
  })
})
