import { createHash, randomUUID } from 'node:crypto'
import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { Duration } from 'aws-cdk-lib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { editRow } from './edit-row.js'
import { moveNotices } from './move-notices.js'

vi.setConfig({ testTimeout: 240_000 })

interface OldEvent {
  readonly eventId: string
  readonly aggregateId: string
  readonly detail: string
}

/** Made without this library: the id is a UUID of version 4, the metadata are the least that consumers need. */
function oldEvent(aggregateId: string): OldEvent {
  const eventId = randomUUID()
  const metadata = { eventId, eventType: 'ThingHappened', aggregateType: 'Thing', aggregateId }
  return {
    eventId,
    aggregateId,
    detail: JSON.stringify({ data: { text: 'ünïcode 🚚' }, metadata }, undefined, 1),
  }
}

/** The row of a writer that knows the required attributes only, and has one of its own that we do not know. */
function oldItem(
  { eventId, aggregateId, detail }: OldEvent,
  { region, now }: { readonly region: string; readonly now: number },
): Record<string, { S: string }> {
  const digest = createHash('sha256').update(`Thing#${aggregateId}`, 'utf8').digest()
  const shard = String(digest.readUInt8(0) % 32).padStart(2, '0')
  const time = new Date(now).toISOString()
  return {
    pk: { S: `OUTBOX#Thing#${aggregateId}` },
    sk: { S: eventId },
    obSource: { S: 'guarantees' },
    obType: { S: 'ThingHappened' },
    obDetail: { S: detail },
    obTime: { S: time },
    obStatus: { S: 'PENDING' },
    obShard: { S: `P#${region}#${shard}` },
    // Without the random end that a fence has now.
    obDue: { S: time },
    obLegacy: { S: 'of an older version' },
  }
}

async function commit(
  { cloud, tableName: TableName, ledger }: OutboxCloud,
  ...events: OldEvent[]
): Promise<void> {
  const client = new DynamoDBClient(cloud.clientConfig)
  onTestFinished(() => client.destroy())
  const writer = { region: cloud.region, now: cloud.clock.now() }
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: events.map((event) => ({ Put: { TableName, Item: oldItem(event, writer) } })),
    }),
  )
  for (const { eventId } of events) ledger.acknowledge(eventId)
}

it('what a writer of an older layout commits is relayed, swept and redriven like any other event', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.minutes(5) } }))
  const { cloud, ledger } = fixture
  const relayed = oldEvent('relayed')
  const swept = oldEvent('swept')
  const redriven = oldEvent('redriven')
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    kind: 'partial',
    entries: ({ Detail }) => Detail === swept.detail,
    to: '3m',
  })
  await commit(fixture, relayed, swept, { ...redriven, detail: 'broken' })
  await cloud.clock.advance('1m')
  const states = async () =>
    Object.fromEntries(
      (await readRows(fixture)).map(({ pk, obStatus, obShard = '' }) => [
        String(pk).slice('OUTBOX#Thing#'.length),
        `${obStatus} ${String(obShard).slice(0, 1)}`,
      ]),
    )
  expect(await states()).toEqual({ relayed: 'PUBLISHED ', swept: 'PENDING R', redriven: 'DEAD D' })

  await editRow(fixture, redriven, { obDetail: redriven.detail })
  await moveNotices(fixture)
  await cloud.clock.advance('15m')
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(await states()).toEqual({ relayed: 'PUBLISHED ', swept: 'PUBLISHED ', redriven: 'PUBLISHED ' })
  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [], phantom: [], duplicates: 0, altered: [] })
  for (const { eventId, detail } of [relayed, swept, redriven])
    expect(ledger.arrivalsOf(eventId)[0]?.body).toContain(`"detail":${detail}`)
  for (const row of await readRows(fixture)) {
    expect(row).toMatchObject({ obLegacy: 'of an older version', expiresAt: expect.any(Number) })
    expect(row).not.toHaveProperty('obSeq')
  }
})
