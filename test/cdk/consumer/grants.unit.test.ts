import { describe, expect, it } from 'vitest'
import { messageOf } from '../fixture.js'
import { type Attempt, simulator } from '../simulated-iam.js'
import { consumerFixture, type FewProps } from './consumer-fixture.js'

const INBOX = 'arn:aws:dynamodb:eu-west-1:111122223333:table/inbox'
const ORDERS = 'arn:aws:dynamodb:eu-west-1:111122223333:table/orders'
const QUEUE = 'arn:aws:sqs:eu-west-1:111122223333:shipping'
const DEAD_LETTERS = 'arn:aws:sqs:eu-west-1:111122223333:shipping-dead-letters'
const TRANSACTION = 'TransactWriteItems'
const HANDLED = 'INBOX#Shipping#019a'
const PROGRESS = 'INBOX-ORDER#Shipping#Order#1'
const OTHERS = [
  'INBOX#Shipping2#019a',
  'INBOX#Billing#019a',
  'INBOX-ORDER#Billing#Order#1',
  'OUTBOX#Order#1',
  'ORDER#1',
]

const handler = (props: FewProps) =>
  simulator(consumerFixture(props).template(), 'HandlerServiceRoleDefaultPolicy')
const onInbox = (action: string, keys?: readonly string[], enclosing?: string): Attempt => ({
  action: `dynamodb:${action}`,
  resource: INBOX,
  ...(keys === undefined ? {} : { keys }),
  ...(enclosing === undefined ? {} : { enclosing }),
})

const CONSUMES: readonly Attempt[] = [
  { action: 'sqs:ReceiveMessage', resource: QUEUE },
  { action: 'sqs:DeleteMessage', resource: QUEUE },
  { action: 'sqs:ChangeMessageVisibility', resource: QUEUE },
  { action: 'sqs:GetQueueAttributes', resource: QUEUE },
]

describe('a handler without an inbox', () => {
  const plain = handler({})

  it.each(CONSUMES)('may $action', async (attempt) => {
    expect(await plain(attempt)).toBe('Allowed')
  })

  it.each<[string, Attempt]>([
    ['send to its queue', { action: 'sqs:SendMessage', resource: QUEUE }],
    ['send to its dead-letter queue', { action: 'sqs:SendMessage', resource: DEAD_LETTERS }],
    ['take dead letters', { action: 'sqs:ReceiveMessage', resource: DEAD_LETTERS }],
    ['read the outbox', { action: 'dynamodb:GetItem', resource: ORDERS, keys: ['OUTBOX#Order#1'] }],
  ])('may not %s', async (_, attempt) => {
    expect(await plain(attempt)).toBe('ImplicitlyDenied')
  })
})

describe('a handler whose inbox commits with the effect', () => {
  const transactional = handler({ inbox: true })

  it.each<[string, Attempt]>([
    ['note an event in a transaction', onInbox('PutItem', [HANDLED], TRANSACTION)],
    ['note progress in a transaction', onInbox('PutItem', [PROGRESS], TRANSACTION)],
    ['note both, judged together', onInbox('PutItem', [HANDLED, PROGRESS], TRANSACTION)],
    ['look up many', onInbox('BatchGetItem', [HANDLED, PROGRESS])],
  ])('may %s', async (_, attempt) => {
    expect(await transactional(attempt)).toBe('Allowed')
  })

  it.each<[string, Attempt]>([
    ['note an event outside of a transaction', onInbox('PutItem', [HANDLED])],
    ['change one in a transaction', onInbox('UpdateItem', [HANDLED], TRANSACTION)],
    ['in a transaction of reads', onInbox('PutItem', [HANDLED], 'TransactGetItems')],
    ['forget', onInbox('DeleteItem', [HANDLED], TRANSACTION)],
    ['hide an item of another among its own', onInbox('BatchGetItem', [HANDLED, 'INBOX#Billing#019a'])],
    ['look up whatever it is', onInbox('BatchGetItem')],
    ['scan', onInbox('Scan')],
    ['send to its dead-letter queue', { action: 'sqs:SendMessage', resource: DEAD_LETTERS }],
  ])('may not %s', async (_, attempt) => {
    expect(await transactional(attempt)).toBe('ImplicitlyDenied')
  })

  it.each(OTHERS)('may not touch %s', async (key) => {
    for (const attempt of [
      onInbox('PutItem', [key], TRANSACTION),
      onInbox('UpdateItem', [key], TRANSACTION),
      onInbox('BatchGetItem', [key]),
    ])
      expect(await transactional(attempt)).toBe('ImplicitlyDenied')
  })
})

describe('a handler whose effect is elsewhere', () => {
  const outside = handler({ inbox: { effects: 'outside' } })

  it.each(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'])('may %s its own items', async (action) => {
    expect(await outside(onInbox(action, [HANDLED]))).toBe('Allowed')
  })

  it.each([...OTHERS, PROGRESS])('may not touch %s', async (key) => {
    for (const action of ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'])
      expect(await outside(onInbox(action, [key]))).toBe('ImplicitlyDenied')
  })

  it('may not look up many', async () => {
    expect(await outside(onInbox('BatchGetItem', [HANDLED]))).toBe('ImplicitlyDenied')
  })
})

it('a handler that holds events may give them up', async () => {
  const holding = handler({ allEventsOf: 'Order', inbox: true, hold: {} })
  expect(await holding({ action: 'sqs:SendMessage', resource: DEAD_LETTERS })).toBe('Allowed')
  expect(await holding({ action: 'sqs:SendMessage', resource: QUEUE })).toBe('ImplicitlyDenied')
})

it('the fixture has the policy that is judged', () => {
  expect(messageOf(() => simulator(consumerFixture().template(), 'Nobody'))).toContain('0 resources')
})
