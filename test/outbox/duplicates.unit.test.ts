import { describe, expect, it } from 'vitest'
import type { KeyNames } from '../../lib/environment.js'
import type { Transaction } from '../../lib/outbox/transaction.js'
import { anythingGoes } from '../event/anything-goes.js'
import { canceled, mockedOutbox } from './mocked-outbox.js'

const noSortKey: KeyNames = { partitionKey: 'id' }
const condition = { ConditionExpression: 'attribute_exists(pk)' }

describe('two actions on one item', () => {
  it.each<[string, KeyNames | undefined, (tx: Transaction) => void]>([
    [
      'two puts',
      undefined,
      (tx) => {
        tx.put({ Item: { pk: 'a', sk: 'b', n: 1 } })
        tx.put({ Item: { pk: 'a', sk: 'b', n: 2 } })
      },
    ],
    [
      'an update and a check',
      undefined,
      (tx) => {
        tx.update({
          Key: { pk: 'a', sk: 'b' },
          UpdateExpression: 'SET n = :n',
          ExpressionAttributeValues: { ':n': 1 },
        })
        tx.check({ Key: { sk: 'b', pk: 'a' }, ...condition })
      },
    ],
    [
      'the same table, named and by default',
      undefined,
      (tx) => {
        tx.delete({ Key: { pk: 'a', sk: 'b' } })
        tx.put({ TableName: 'orders', Item: { pk: 'a', sk: 'b' } })
      },
    ],
    [
      'a table without a sort key',
      noSortKey,
      (tx) => {
        tx.put({ Item: { id: 'a', sk: '1' } })
        tx.put({ Item: { id: 'a', sk: '2' } })
      },
    ],
    [
      "another table, whose keys show in an action's Key",
      undefined,
      (tx) => {
        tx.put({ TableName: 'users', Item: { email: 'a', name: 'b' } })
        tx.check({ TableName: 'users', Key: { email: 'a' }, ...condition })
      },
    ],
    [
      'bytes as a key',
      undefined,
      (tx) => {
        tx.delete({ TableName: 'users', Key: { id: new Uint8Array([1, 2]) } })
        tx.delete({ TableName: 'users', Key: { id: Buffer.from([1, 2]) } })
      },
    ],
  ])('are refused before anything is sent: %s', async (_, keys, work) => {
    const { outbox, requests } = mockedOutbox({ keys })
    await expect(outbox.transact(work)).rejects.toMatchObject({
      code: 'DUPLICATE_KEY',
      message:
        'The actions 0 and 1 of the transaction concern the same item; DynamoDB allows one action per item. Merge them into one',
      details: { path: 'actions[1]', action: 1 },
    })
    expect(requests()).toEqual([])
  })

  it('are told from actions on items that only look alike', async () => {
    const { outbox, requests } = mockedOutbox()
    await outbox.transact((tx) => {
      tx.put({ Item: { pk: 'a', sk: 'b' } })
      tx.put({ Item: { pk: 'a', sk: 'c' } })
      tx.put({ TableName: 'users', Item: { pk: 'a', sk: 'b' } })
      tx.delete({ TableName: 'counters', Key: { id: 1 } })
      tx.delete({ TableName: 'counters', Key: { id: '1' } })
      tx.delete({ TableName: 'counters', Key: { id: new Uint8Array([49]) } })
    })
    expect(requests()[0]?.items).toHaveLength(6)
  })
})

describe('an event', () => {
  it('that is published twice in a transaction is refused before anything is sent', async () => {
    const { outbox, requests } = mockedOutbox()
    const event = anythingGoes.create({ aggregateId: '1', data: {} })
    const other = anythingGoes.create({ aggregateId: '1', data: {} })
    await expect(outbox.transact((tx) => tx.publish(event, other, event))).rejects.toMatchObject({
      code: 'DUPLICATE_EVENT',
      message: `The event \`${event.eventId}\` (\`AnythingGoes\`) is published twice in one transaction: create one event for each fact`,
      details: { path: 'events[2]', eventId: event.eventId, eventType: 'AnythingGoes' },
    })
    expect(requests()).toEqual([])
  })

  it('that was committed before is refused by its condition', async () => {
    const { outbox, dynamodb, requests } = mockedOutbox()
    const event = anythingGoes.create({ aggregateId: '1', data: {} })
    const cause = canceled('None', 'ConditionalCheckFailed')
    dynamodb.rejects(cause)
    const write = outbox.transact((tx) => {
      tx.put({ Item: { pk: 'a', sk: 'b' } })
      tx.publish(event)
    })
    await expect(write).rejects.toMatchObject({
      code: 'DUPLICATE_EVENT',
      message: `The event \`${event.eventId}\` (\`AnythingGoes\`) was committed before; nothing was written. Create a new event for a new fact`,
      details: { path: 'actions[1]', action: 1, eventId: event.eventId, eventType: 'AnythingGoes' },
      cause,
    })
    expect(requests()[0]?.items[1]?.Put).toMatchObject({
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    })
  })

  it.each<[string, unknown]>([
    ['an object of the right shape', { eventId: 'e', dataText: '{}', aggregateType: 'T', aggregateId: '1' }],
    [
      'a changed copy',
      { ...anythingGoes.create({ aggregateId: '1', data: {} }), eventType: 'x'.repeat(129) },
    ],
    [
      'an event that went through JSON',
      JSON.parse(JSON.stringify(anythingGoes.create({ aggregateId: '1', data: {} }))),
    ],
    ['text', 'secret'],
    ['nothing', undefined],
    ['null', null],
  ])('that `create` did not make is refused: %s', async (_, event) => {
    const { outbox, requests } = mockedOutbox()
    const write = outbox.transact((tx) => tx.publish(event as never))
    await expect(write).rejects.toMatchObject({
      code: 'INVALID_EVENT',
      message: `Expected \`events[0]\` to be an event as \`create\` of a definition returned it (a changed copy is none), got a value of type ${typeof event}`,
      details: { path: 'events[0]' },
    })
    expect(requests()).toEqual([])
  })
})
