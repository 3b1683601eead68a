import { S3Client } from '@aws-sdk/client-s3'
import { CfnOutput, Duration } from 'aws-cdk-lib'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, it, onTestFinished, vi } from 'vitest'
import { METRIC } from '../../lib/telemetry.js'
import { editRow } from '../guarantees/faults/edit-row.js'
import { killCaller } from '../guarantees/faults/kill-caller.js'
import { type OutboxCloud, startOutboxCloud } from '../guarantees/outbox-cloud.js'
import { readRows } from '../guarantees/read-rows.js'
import { thingHappened } from '../guarantees/thing-happened.js'
import { untilSettled } from '../guarantees/until-settled.js'
import { archivedObjects } from './archived-objects.js'
import { documentedTable } from './athena-table.js'

// Sweep by sweep through a day and a half.
vi.setConfig({ testTimeout: 240_000 })

const EVENTS = 40

interface ArchivingCloud extends OutboxCloud {
  readonly s3: S3Client
  readonly bucket: string
  readonly outboxName: string
  /** In the order in which they were written. */
  readonly events: readonly OutboxEvent[]
}

/** An outbox with an archive and published events. */
async function startArchivingCloud(): Promise<ArchivingCloud> {
  const fixture = await startOutboxCloud(
    () => ({ archive: true, retention: Duration.hours(25), sweeper: { interval: Duration.hours(1) } }),
    {},
    {},
    (stack, { archiveBucket, outboxName }) => {
      new CfnOutput(stack, 'Bucket', { value: archiveBucket?.bucketName ?? '' })
      new CfnOutput(stack, 'OutboxName', { value: outboxName })
    },
  )
  const { cloud, outbox, ledger } = fixture
  const s3 = new S3Client({ ...cloud.clientConfig, forcePathStyle: true })
  onTestFinished(() => s3.destroy())
  const events: OutboxEvent[] = []
  for (let index = 0; index < EVENTS; index += 1) {
    const text = `Grüße ${index} "👋"`
    const event = thingHappened.create({ aggregateId: `t${index % 7}`, data: { text } })
    await outbox.transact((tx) => tx.publish(event))
    ledger.acknowledge(event.eventId)
    events.push(event)
  }
  await ledger.complete()
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )
  const { Bucket: bucket = '', OutboxName: outboxName = '' } = cloud.outputs['Shop'] ?? {}
  return { ...fixture, s3, bucket, outboxName, events }
}

it('what was published goes to the archive after its retention, byte for byte, and leaves the table', async () => {
  const fixture = await startArchivingCloud()
  const { cloud, s3, bucket, outboxName, events } = fixture
  const history = { obDeaths: 2, obRedrivenAt: '2026-11-30T12:00:00.000Z', obRedrivenBy: 'somebody' }
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793'
  const [redriven] = events
  if (redriven !== undefined) await editRow(fixture, redriven, { ...history, obTrace: trace })
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
      ...(row['sk'] === redriven?.eventId
        ? {
            traceHeader: trace,
            deaths: 2,
            redrivenAt: history.obRedrivenAt,
            redrivenBy: history.obRedrivenBy,
          }
        : {}),
    })
  // As Athena is told to read it.
  const { columns, partition } = documentedTable()
  const members = new Map<string, string>()
  for (const { key, events: found } of objects)
    for (const event of found) {
      const date = event.occurredAt.slice(0, 10)
      const hour = event.occurredAt.slice(11, 13)
      expect(`s3://${bucket}/${key}`.startsWith(partition(bucket, outboxName, date, hour))).toBe(true)
      for (const [name, value] of Object.entries(event))
        members.set(name.toLowerCase(), typeof value === 'number' ? 'int' : typeof value)
    }
  expect([...members].sort()).toEqual([...columns].sort())
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
