import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'

it('writes nothing and publishes nothing when a condition fails', async () => {
  const fixture = await startOutboxCloud()
  const { outbox, ledger } = fixture
  const aggregateId = randomUUID()
  const refused = thingHappened.create({ aggregateId, data: { text: 'refused' } })
  const accepted = thingHappened.create({ aggregateId, data: { text: 'accepted' } })

  await expect(
    outbox.transact((tx) => {
      tx.put({ Item: { pk: 'THING#1', sk: 'THING' } })
      tx.check({ Key: { pk: 'THING#0', sk: 'THING' }, ConditionExpression: 'attribute_exists(pk)' })
      tx.publish(refused)
    }),
  ).rejects.toMatchObject({ code: 'CONDITION_FAILED', details: { action: 1 } })
  expect(await readRows(fixture)).toEqual([])

  // A later event of the same aggregate comes by the same shard: had the first one been written, it would be here.
  await outbox.transact((tx) => {
    tx.put({ Item: { pk: 'THING#1', sk: 'THING' } })
    tx.publish(accepted)
  })
  ledger.acknowledge(accepted.eventId)
  await ledger.complete()
  expect(ledger.balance()).toEqual({
    acknowledged: 1,
    arrived: 1,
    lost: [],
    duplicates: 0,
    phantom: [],
    altered: [],
  })
})

it('publishes nothing of a transaction whose function throws', async () => {
  const fixture = await startOutboxCloud()
  const { outbox, cloud } = fixture
  await expect(
    outbox.transact((tx) => {
      tx.publish(thingHappened.create({ aggregateId: '1', data: { text: 'never' } }))
      throw new Error('the domain says no')
    }),
  ).rejects.toThrow('the domain says no')
  expect(await readRows(fixture)).toEqual([])
  expect(cloud.calls().filter(({ operation }) => operation === 'TransactWriteItems')).toEqual([])
})
