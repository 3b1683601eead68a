import { expect, it } from 'vitest'
import { OutboxError } from '../../lib/errors.js'
import { recordOutbox } from '../../lib/testing/index.js'
import { anythingGoes } from '../event/anything-goes.js'

const thing = (aggregateId: string, data: unknown = { n: 1 }) => anythingGoes.create({ aggregateId, data })

it('tells which events a command would commit, and what else it would write', async () => {
  const { outbox, events, writes } = recordOutbox()
  const result = await outbox.transact((tx) => {
    tx.put({ Item: { pk: 'a', tags: ['x'] } })
    tx.update({
      Key: { pk: 'b' },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    })
    tx.publish(thing('1'), thing('1', { n: 2 }))
    return 'done'
  })
  expect(result).toBe('done')
  expect(events).toMatchObject([
    {
      eventType: 'AnythingGoes',
      aggregateType: 'Thing',
      aggregateId: '1',
      data: { n: 1 },
      metadata: { eventIndex: 0 },
    },
    { data: { n: 2 }, metadata: { eventIndex: 1, eventCount: 2 } },
  ])
  expect(writes).toMatchObject([
    { Put: { TableName: 'recorded', Item: { pk: 'a', tags: ['x'] } } },
    { Update: { Key: { pk: 'b' }, ExpressionAttributeValues: { ':one': 1 } } },
  ])
})

it('records nothing of a command that throws, or that the outbox refuses', async () => {
  const { outbox, events, writes } = recordOutbox()
  const publishing = (work: () => void) =>
    outbox.transact((tx) => {
      tx.put({ Item: { pk: 'a' } })
      tx.publish(thing('1'))
      work()
    })
  await expect(
    publishing(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await expect(outbox.transact((tx) => tx.publish(thing('1', 'x'.repeat(400_000))))).rejects.toMatchObject({
    code: 'EVENT_TOO_LARGE',
  })
  expect([events, writes]).toEqual([[], []])
})

it('lets a commit fail as it is told, once', async () => {
  const { outbox, events, failNext } = recordOutbox()
  failNext(new OutboxError('CONFLICT', 'busy'))
  await expect(outbox.transact((tx) => tx.publish(thing('1')))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(events).toEqual([])
  await outbox.transact((tx) => tx.publish(thing('2')))
  expect(events).toMatchObject([{ aggregateId: '2' }])
})

it('knows tables with other keys', async () => {
  const { outbox, events, writes } = recordOutbox({ keys: { partitionKey: 'Id' } })
  await outbox.transact((tx) => {
    tx.put({ Item: { Id: 'a' } })
    tx.publish(thing('1'))
  })
  expect([events.length, writes.length]).toEqual([1, 1])
})
