import type { Stack } from 'aws-cdk-lib'
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

const STRING = AttributeType.STRING
const NUMBER = AttributeType.NUMBER

/** A table that had a life before the outbox: indexes on names that an outbox is tempted to use, with other types. */
function existingTable(stack: Stack, sortKey: string | undefined): TableV2 {
  return new TableV2(stack, 'Existing', {
    partitionKey: { name: 'hk', type: STRING },
    sortKey: sortKey === undefined ? undefined : { name: sortKey, type: STRING },
    billing: Billing.onDemand(),
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    timeToLiveAttribute: 'deleteAfter',
    globalSecondaryIndexes: [
      { indexName: 'by-status', partitionKey: { name: 'status', type: NUMBER } },
      {
        indexName: 'by-time',
        partitionKey: { name: 'source', type: NUMBER },
        sortKey: { name: 'time', type: NUMBER },
      },
      {
        indexName: 'outbox-by-owner',
        partitionKey: { name: 'obShard', type: STRING },
        sortKey: { name: 'obDue', type: STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      },
    ],
  })
}

it.each([
  { title: 'with a sort key', sortKey: 'rk' },
  { title: 'without a sort key', sortKey: undefined },
])('works on an existing table $title, with indexes on status, time and source', async ({ sortKey }) => {
  const keys = { partitionKey: 'hk', sortKey }
  const fixture = await startOutboxCloud(
    (stack) => ({ table: existingTable(stack, sortKey), keys, ttlAttribute: 'deleteAfter' }),
    { keys },
  )
  const { cloud, outbox, ledger } = fixture
  const key = sortKey === undefined ? { hk: 'THING#1' } : { hk: 'THING#1', [sortKey]: 'THING' }
  const events = ['a', 'b', 'c'].map((text) => thingHappened.create({ aggregateId: '1', data: { text } }))
  await outbox.transact((tx) => {
    tx.put({ Item: { ...key, status: 1, time: 2, source: 3 } })
    tx.publish(...events)
  })
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await ledger.complete()
  const rows = async () => (await readRows(fixture)).filter(({ hk }) => String(hk).startsWith('OUTBOX#'))
  await untilSettled(cloud, async () => (await rows()).every(({ obStatus }) => obStatus === 'PUBLISHED'))

  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [], phantom: [], duplicates: 0 })
  const now = Date.now() / 1000
  for (const row of await rows()) {
    expect(row).not.toHaveProperty('obShard')
    // Epoch seconds, a week ahead.
    expect(row['deleteAfter']).toBeGreaterThan(now + 6 * 86_400)
    expect(row['deleteAfter']).toBeLessThan(now + 8 * 86_400)
  }
})
