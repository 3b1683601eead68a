import { S3Client } from '@aws-sdk/client-s3'
import { CfnOutput, Duration } from 'aws-cdk-lib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { METRIC } from '../../lib/telemetry.js'
import { killCaller } from '../guarantees/faults/kill-caller.js'
import { type OutboxCloud, startOutboxCloud } from '../guarantees/outbox-cloud.js'
import { readRows } from '../guarantees/read-rows.js'
import { thingHappened } from '../guarantees/thing-happened.js'
import { untilSettled } from '../guarantees/until-settled.js'
import { archivedObjects } from './archived-objects.js'

// Sweep by sweep through a day and a half.
vi.setConfig({ testTimeout: 240_000 })

const EVENTS = 40

interface ArchivingCloud extends OutboxCloud {
  readonly s3: S3Client
  readonly bucket: string
}

/** An outbox with an archive and published events. */
async function startArchivingCloud(): Promise<ArchivingCloud> {
  const fixture = await startOutboxCloud(
    () => ({ archive: true, retention: Duration.hours(25), sweeper: { interval: Duration.hours(1) } }),
    {},
    {},
    (stack, { archiveBucket }) => {
      new CfnOutput(stack, 'Bucket', { value: archiveBucket?.bucketName ?? '' })
    },
  )
  const { cloud, outbox, ledger } = fixture
  const s3 = new S3Client({ ...cloud.clientConfig, forcePathStyle: true })
  onTestFinished(() => s3.destroy())
  for (let index = 0; index < EVENTS; index += 1) {
    const text = `Grüße ${index} "👋"`
    const event = thingHappened.create({ aggregateId: `t${index % 7}`, data: { text } })
    await outbox.transact((tx) => tx.publish(event))
    ledger.acknowledge(event.eventId)
  }
  await ledger.complete()
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  return { ...fixture, s3, bucket: cloud.outputs['Shop']?.['Bucket'] ?? '' }
}

it('what was published goes to the archive after its retention, byte for byte, and leaves the table', async () => {
  const fixture = await startArchivingCloud()
  const { cloud, s3, bucket } = fixture
  const rows = await readRows(fixture)
  expect(rows).toHaveLength(EVENTS)
  // In the index until the archive has it, and nothing expires it.
  for (const row of rows) {
    expect(row['obShard']).toMatch(/^A#/)
    expect(row).not.toHaveProperty('expiresAt')
  }

  await cloud.clock.advance('25h')
  expect(await archivedObjects(s3, bucket)).toEqual([])
  await cloud.clock.advance('2h 30m')
  const objects = await archivedObjects(s3, bucket)
  const archived = new Map(objects.flatMap(({ events }) => events).map((event) => [event.eventId, event]))
  expect(archived.size).toBe(EVENTS)
  for (const row of rows)
    expect(archived.get(String(row['sk']))).toEqual({
      eventId: row['sk'],
      eventType: 'ThingHappened',
      source: 'guarantees',
      aggregateType: 'Thing',
      aggregateId: String(row['pk']).slice('OUTBOX#Thing#'.length),
      occurredAt: row['obTime'],
      publishedAt: row['obPublishedAt'],
      detail: row['obDetail'],
    })
  for (const { key, events } of objects)
    for (const { occurredAt } of events)
      expect(key).toContain(`/date=${occurredAt.slice(0, 10)}/hour=${occurredAt.slice(11, 13)}/`)
  expect(await readRows(fixture)).toEqual([])
  const counts = await cloud.metrics({ name: METRIC.archived })
  expect(counts.map(({ value }) => value)).toEqual([EVENTS])
})

it('a sweeper that ends right before or after a call of its archive loses nothing', async () => {
  const fixture = await startArchivingCloud()
  const { cloud, s3, bucket } = fixture
  const ids = (await readRows(fixture)).map(({ sk }) => String(sk)).sort()
  await cloud.clock.advance('25h')
  const deaths: string[] = []
  const planned = ['PutObject', 'BatchExecuteStatement'].flatMap((operation) =>
    ['before', 'after'].map((when) => ({ operation, when })),
  )
  cloud.intercept(async (call, next) => {
    const [plan] = planned
    if (plan?.operation !== call.operation || call.caller.kind !== 'function') return next()
    planned.shift()
    deaths.push(`${plan.when} ${plan.operation}`)
    if (plan.when === 'after') await next()
    return killCaller(cloud, call)
  })
  await cloud.clock.advance('10h')
  expect(deaths).toEqual([
    'before PutObject',
    'after PutObject',
    'before BatchExecuteStatement',
    'after BatchExecuteStatement',
  ])
  const copies = (await archivedObjects(s3, bucket)).flatMap(({ events }) =>
    events.map(({ eventId }) => eventId),
  )
  expect([...new Set(copies)].sort()).toEqual(ids)
  expect(await readRows(fixture)).toEqual([])
  // Once more for each end between an object and the deletion of its rows.
  expect(copies.length).toBeLessThanOrEqual(EVENTS * deaths.length)
})
