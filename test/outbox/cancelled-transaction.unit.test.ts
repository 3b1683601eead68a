import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../lib/outbox/transaction.js'
import { anythingGoes } from '../event/anything-goes.js'
import { canceled, type MockedOutbox, mockedOutbox, rawClient } from './mocked-outbox.js'

/** Four actions, then an event: reasons come in this order. */
function work(tx: Transaction): string {
  tx.check({ Key: { pk: 'a', sk: '1' }, ConditionExpression: 'attribute_exists(pk)' })
  tx.update({ TableName: 'users', Key: { id: 1 }, UpdateExpression: 'REMOVE x' })
  tx.put({ Item: { pk: 'a', sk: '3' } })
  tx.delete({ Key: { pk: 'a', sk: '4' } })
  tx.publish(anythingGoes.create({ aggregateId: '1', data: {} }))
  return 'done'
}

function failing(error: unknown, options?: Parameters<typeof mockedOutbox>[0]): MockedOutbox {
  const mocked = mockedOutbox(options)
  mocked.dynamodb.rejects(error as Error)
  return mocked
}

describe('a failed condition', () => {
  it('says which action failed and carries the item as it was', async () => {
    const item = { id: 1, name: 'Ann', tags: new Set(['x']), version: 7 }
    const cause = canceled(
      'None',
      { Code: 'ConditionalCheckFailed', Item: marshall(item) },
      'None',
      'None',
      'None',
    )
    const { outbox, requests, waits } = failing(cause)
    await expect(outbox.transact(work)).rejects.toMatchObject({
      name: 'OutboxError',
      code: 'CONDITION_FAILED',
      message:
        'The condition of action 1 (Update in table `users`) failed (see `details.item` for the item as it is); nothing was written',
      details: { path: 'actions[1]', action: 1, item },
      cause,
    })
    // To try again would not change it.
    expect(requests()).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it.each([
    [0, 'action 0 (ConditionCheck in table `orders`)'],
    [1, 'action 1 (Update in table `users`)'],
    [2, 'action 2 (Put in table `orders`)'],
    [3, 'action 3 (Delete in table `orders`)'],
  ])('of action %i says so where there is no such item', async (action, named) => {
    const { outbox } = failing(
      canceled(
        ...Array.from({ length: 5 }, (_, index) => (index === action ? 'ConditionalCheckFailed' : 'None')),
      ),
    )
    const error = await outbox.transact(work).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'CONDITION_FAILED',
      message: `The condition of ${named} failed and there is no such item; nothing was written`,
      details: { path: `actions[${action}]`, action, item: undefined },
    })
  })

  it('asks for the old item in every action', async () => {
    const { outbox, requests } = mockedOutbox()
    await outbox.transact(work)
    const actions =
      requests()[0]
        ?.items.slice(0, 4)
        .flatMap((item) => Object.values(item)) ?? []
    expect(actions.map((action) => action.ReturnValuesOnConditionCheckFailure)).toEqual(
      Array(4).fill('ALL_OLD'),
    )
  })

  it('does not claim that there is no item where the caller did not want it', async () => {
    const { outbox } = failing(canceled('ConditionalCheckFailed'))
    const write = outbox.transact((tx) =>
      tx.delete({ Key: { pk: 'a', sk: 'b' }, ReturnValuesOnConditionCheckFailure: 'NONE' }),
    )
    await expect(write).rejects.toMatchObject({
      message: 'The condition of action 0 (Delete in table `orders`) failed; nothing was written',
    })
  })

  it('reads the item as the client reads items', async () => {
    const client = DynamoDBDocumentClient.from(rawClient(), { unmarshallOptions: { wrapNumbers: String } })
    client.middlewareStack.addRelativeTo(
      () => async () => {
        throw canceled({ Code: 'ConditionalCheckFailed', Item: { n: { N: '12345678901234567890.5' } } })
      },
      { relation: 'before', toMiddleware: 'serializerMiddleware', name: 'refuse' },
    )
    const { outbox } = mockedOutbox({ client })
    await expect(outbox.transact((tx) => tx.delete({ Key: { pk: 'a', sk: 'b' } }))).rejects.toMatchObject({
      details: { item: { n: '12345678901234567890.5' } },
    })
  })

  it('is not hidden by a number that JavaScript cannot hold', async () => {
    const { outbox } = failing(
      canceled({
        Code: 'ConditionalCheckFailed',
        Item: { n: { N: '12345678901234567890.5' }, text: { S: 'x' } },
      }),
    )
    const write = outbox.transact((tx) => tx.delete({ Key: { pk: 'a', sk: 'b' } }))
    await expect(write).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      details: { item: { n: { value: '12345678901234567890.5' }, text: 'x' } },
    })
  })

  it('decides where another action met a conflict', async () => {
    const { outbox, requests } = failing(
      canceled('TransactionConflict', 'None', 'ConditionalCheckFailed', 'None', 'None'),
    )
    await expect(outbox.transact(work)).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      details: { action: 2 },
    })
    expect(requests()).toHaveLength(1)
  })
})

describe('another reason', () => {
  it.each([
    ['ValidationError', 1],
    ['ItemCollectionSizeLimitExceeded', 1],
    ['AccessDenied', 1],
    // These pass with time; when they do not, they are what they are.
    ['ThrottlingError', 6],
    ['ProvisionedThroughputExceeded', 6],
  ])('%s keeps the error of the SDK, in words that a person can read', async (code, tries) => {
    const cause = canceled('None', 'None', 'None', code, 'None')
    const { outbox, requests } = failing(cause)
    const error = await outbox.transact(work).catch((thrown: unknown) => thrown)
    expect(error).toBe(cause)
    expect(cause.message).toBe(
      `Transaction cancelled, please refer cancellation reasons for specific reasons [None, None, None, ${code}, None]; action 3 (Delete in table \`orders\`): ${code}: why: ${code}`,
    )
    expect(requests()).toHaveLength(tries)
  })

  it('that no time mends stops the tries, also beside one that time would mend', async () => {
    const { outbox, requests } = failing(
      canceled('ThrottlingError', 'ValidationError', 'None', 'None', 'None'),
    )
    await expect(outbox.transact(work)).rejects.toMatchObject({ name: 'TransactionCanceledException' })
    expect(requests()).toHaveLength(1)
  })

  it.each([
    'AccessDeniedException',
    'ResourceNotFoundException',
    'IdempotentParameterMismatchException',
    'TimeoutError',
  ])('no cancellation at all: %s passes through as it is', async (name) => {
    const cause = Object.assign(new Error('as AWS says it'), { name })
    const { outbox, requests } = failing(cause)
    const error = await outbox.transact(work).catch((thrown: unknown) => thrown)
    expect(error).toBe(cause)
    expect(cause.message).toBe('as AWS says it')
    expect(requests()).toHaveLength(1)
  })

  it('that is missing altogether passes through', async () => {
    const cause = canceled()
    const { outbox } = failing(cause)
    await expect(outbox.transact(work)).rejects.toBe(cause)
  })
})
