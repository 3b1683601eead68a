import { describe, expect, it } from 'vitest'
import { outboxFixture } from './fixture.js'
import { type Attempt, simulator, TABLE } from './simulated-iam.js'

const EVENT = 'OUTBOX#Order#1'
const OWN = 'ORDER#1'
const BUS = 'arn:aws:events:eu-west-1:111122223333:event-bus/orders'
const DEAD_LETTERS = 'arn:aws:sqs:eu-west-1:111122223333:dead-letters'
const FAILURES = 'arn:aws:sqs:eu-west-1:111122223333:relay-failures'

const relay = simulator(outboxFixture().template(), 'OutboxRelayServiceRoleDefaultPolicy')

describe('the relay may', () => {
  it.each<Attempt>([
    { action: 'dynamodb:GetRecords', resource: `${TABLE}/stream/1` },
    { action: 'dynamodb:GetShardIterator', resource: `${TABLE}/stream/1` },
    { action: 'dynamodb:DescribeStream', resource: `${TABLE}/stream/1` },
    { action: 'dynamodb:BatchGetItem', keys: [EVENT, 'OUTBOX#Order#2'] },
    { action: 'dynamodb:PartiQLUpdate', keys: [EVENT] },
    { action: 'events:PutEvents', resource: BUS },
    { action: 'events:DescribeEventBus', resource: BUS },
    { action: 'sqs:SendMessage', resource: DEAD_LETTERS },
    { action: 'sqs:SendMessage', resource: FAILURES },
  ])('$action', async (attempt) => {
    expect(await relay(attempt)).toBe('Allowed')
  })
})

describe('the relay may not', () => {
  it.each<[string, Attempt]>([
    ['read an aggregate', { action: 'dynamodb:BatchGetItem', keys: [OWN] }],
    ['read an aggregate beside an event', { action: 'dynamodb:BatchGetItem', keys: [EVENT, OWN] }],
    ['read without saying what', { action: 'dynamodb:BatchGetItem' }],
    ['change an aggregate', { action: 'dynamodb:PartiQLUpdate', keys: [OWN] }],
    ['create a row', { action: 'dynamodb:PutItem', keys: [EVENT] }],
    ['delete a row', { action: 'dynamodb:DeleteItem', keys: [EVENT] }],
    ['delete a row by PartiQL', { action: 'dynamodb:PartiQLDelete', keys: [EVENT] }],
    ['scan the table', { action: 'dynamodb:Scan' }],
    ['publish to another bus', { action: 'events:PutEvents', resource: `${BUS}-other` }],
    ['delete the bus', { action: 'events:DeleteEventBus', resource: BUS }],
    ['look at the dead-letter queue', { action: 'sqs:GetQueueAttributes', resource: DEAD_LETTERS }],
    ['look at the failure queue', { action: 'sqs:GetQueueUrl', resource: FAILURES }],
    ['take a notice away', { action: 'sqs:DeleteMessage', resource: DEAD_LETTERS }],
  ])('%s', async (_, attempt) => {
    expect(await relay(attempt)).toBe('ImplicitlyDenied')
  })
})
