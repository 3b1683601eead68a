import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Outbox } from 'serverless-outbox'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'

// A replica of a global table has the rows of all Regions in its stream; only the Region of the writer publishes.
it('leaves rows of another Region to that Region', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger, tableName } = fixture
  const client = new DynamoDBClient({ ...cloud.clientConfig, region: 'eu-west-1' })
  const elsewhere = new Outbox({ tableName, source: 'guarantees', client })
  const foreign = thingHappened.create({ aggregateId: '1', data: { text: 'written in Ireland' } })
  const own = thingHappened.create({ aggregateId: '1', data: { text: 'written here' } })
  await elsewhere.transact((tx) => tx.publish(foreign))
  await outbox.transact((tx) => tx.publish(own))
  client.destroy()

  // The second one comes by the same shard: had the first one been let through, it would be here.
  ledger.acknowledge(own.eventId)
  await ledger.complete()
  expect(ledger.balance()).toMatchObject({ lost: [], phantom: [] })
  const row = (await readRows(fixture)).find(({ sk }) => sk === foreign.eventId)
  expect(row).toMatchObject({ obStatus: 'PENDING' })
  expect(row?.['obShard']).toMatch(/^P#eu-west-1#/)
})
