import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { untilSettled } from '../until-settled.js'
import { RELAY } from './functions.js'

const streams = { shuffle: false, delayedTransactions: 0 }

it('changes and deletions, of rows and of anything else, invoke nobody and publish nothing', async () => {
  const fixture = await startOutboxCloud(undefined, {}, { streams })
  const { cloud, outbox, documents, tableName: TableName, ledger } = fixture
  const publish = async (aggregateId: string): Promise<string> => {
    const event = thingHappened.create({ aggregateId, data: { text: aggregateId } })
    await outbox.transact((tx) => {
      tx.put({ Item: { pk: `THING#${aggregateId}`, sk: 'THING' } })
      tx.publish(event)
    })
    return event.eventId
  }
  const eventId = await publish('1')
  ledger.acknowledge(eventId)
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).some(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  await cloud.quiet()
  const invocations = cloud.invocations(RELAY).length

  const key = { pk: 'OUTBOX#Thing#1', sk: eventId }
  const [row] = (await readRows(fixture)).filter(({ sk }) => sk === eventId)
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: key,
      UpdateExpression: 'SET note = :note',
      ExpressionAttributeValues: { ':note': 'looked at' },
    }),
  )
  // The image of a fresh row, but as the change of one that was there.
  const fresh = {
    ...row,
    obStatus: 'PENDING',
    obShard: `P#${cloud.region}#00`,
    obDue: new Date().toISOString(),
  }
  await documents.send(new PutCommand({ TableName, Item: fresh }))
  await documents.send(new DeleteCommand({ TableName, Key: key }))
  const thing = { pk: 'THING#1', sk: 'THING' }
  await documents.send(new PutCommand({ TableName, Item: { ...thing, obShard: 'no row', version: 2 } }))
  await documents.send(new DeleteCommand({ TableName, Key: thing }))
  await cloud.clock.advance('1m')

  expect(cloud.invocations(RELAY)).toHaveLength(invocations)
  const filtered = await cloud.metrics({ name: 'FilteredOutEventCount' })
  // The thing itself, the mark, and the five above.
  expect(filtered.reduce((sum, { value, count }) => sum + value * count, 0)).toBe(7)

  // What comes after is delivered, so nothing above stands in its way.
  ledger.acknowledge(await publish('1'))
  await ledger.complete()
  expect(ledger.balance()).toMatchObject({ arrived: 2, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect(cloud.invocations(RELAY).map(({ outcome }) => outcome)).not.toContain('error')
})

it('a row that somebody deletes before the relay looks is not published, is counted, and delays nobody', async () => {
  const fixture = await startOutboxCloud(undefined, {}, { streams })
  const { cloud, outbox, documents, tableName: TableName, ledger } = fixture
  const events = ['first', 'gone', 'last'].map((text) =>
    thingHappened.create({ aggregateId: '1', data: { text } }),
  )
  const [first, gone, last] = events.map(({ eventId }) => eventId)
  let deleted = 0
  cloud.intercept(async (call, next) => {
    if (call.operation === 'BatchGetItem' && deleted === 0) {
      deleted += 1
      await documents.send(new DeleteCommand({ TableName, Key: { pk: 'OUTBOX#Thing#1', sk: gone } }))
    }
    return next()
  })
  await outbox.transact((tx) => tx.publish(...events))
  // Committed, and then taken back by whoever deleted it: that one may not come.
  for (const id of [first, last]) ledger.acknowledge(String(id))
  await ledger.complete()
  await cloud.clock.advance('1m')
  expect(deleted).toBe(1)
  expect(published(cloud)).toHaveLength(2)
  expect(ledger.balance()).toMatchObject({ arrived: 2, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect((await readRows(fixture)).map(({ sk }) => sk).sort()).toEqual([first, last].sort())
  const vanished = await cloud.metrics({ name: 'RowsVanished' })
  expect(vanished.map(({ value }) => value)).toEqual([1])
  expect(cloud.invocations(RELAY).map(({ outcome }) => outcome)).not.toContain('error')
})
