import { describe, expect, it } from 'vitest'
import { outboxFixture } from './fixture.js'
import { type Attempt, simulator, TABLE } from './simulated-iam.js'

const EVENT = 'OUTBOX#Order#1'
const OWN = 'ORDER#1'
const BUS = 'arn:aws:events:eu-west-1:111122223333:event-bus/orders'
const DEAD_LETTERS = 'arn:aws:sqs:eu-west-1:111122223333:dead-letters'
const REDRIVE = 'arn:aws:sqs:eu-west-1:111122223333:redrive'

const redrive = simulator(outboxFixture().template(), 'OutboxRedriveServiceRoleDefaultPolicy')

describe('the redrive function may', () => {
  it.each<Attempt>([
    { action: 'dynamodb:BatchGetItem', keys: [EVENT] },
    { action: 'dynamodb:UpdateItem', keys: [EVENT] },
    { action: 'sqs:ReceiveMessage', resource: REDRIVE },
    { action: 'sqs:DeleteMessage', resource: REDRIVE },
    { action: 'sqs:ChangeMessageVisibility', resource: REDRIVE },
    { action: 'sqs:GetQueueAttributes', resource: REDRIVE },
  ])('$action', async (attempt) => {
    expect(await redrive(attempt)).toBe('Allowed')
  })
})

describe('the redrive function may not', () => {
  it.each<[string, Attempt]>([
    ['read an aggregate', { action: 'dynamodb:BatchGetItem', keys: [OWN] }],
    ['change an aggregate', { action: 'dynamodb:UpdateItem', keys: [OWN] }],
    ['change whatever it is', { action: 'dynamodb:UpdateItem' }],
    ['put a row', { action: 'dynamodb:PutItem', keys: [EVENT] }],
    ['delete a row', { action: 'dynamodb:DeleteItem', keys: [EVENT] }],
    ['query the index', { action: 'dynamodb:Query', resource: `${TABLE}/index/outbox-by-owner` }],
    ['publish', { action: 'events:PutEvents', resource: BUS }],
    ['send to its queue', { action: 'sqs:SendMessage', resource: REDRIVE }],
    ['take notices of others', { action: 'sqs:ReceiveMessage', resource: DEAD_LETTERS }],
  ])('%s', async (_, attempt) => {
    expect(await redrive(attempt)).toBe('ImplicitlyDenied')
  })
})
