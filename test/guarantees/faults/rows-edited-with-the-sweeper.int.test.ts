import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { editRow } from './edit-row.js'
import { entriesOf } from './entries-of.js'
import { SWEEPER } from './functions.js'
import { moveNotices } from './move-notices.js'
import { isClaim } from './statements.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

type Edits = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const start = () => startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))

/** Whoever comes while it is under way waits for it, too. */
function once(change: () => Promise<void>): () => Promise<void> {
  let changed: Promise<void> | undefined
  return () => {
    changed ??= change()
    return changed
  }
}

it('rows that are edited while they wait for the sweeper are delivered as far as they can be, else dead, told and mended', async () => {
  const fixture = await start()
  const { cloud, ledger, documents, tableName: TableName } = fixture
  const inAnHour = new Date(cloud.clock.now() + 60 * 60_000).toISOString()
  const harmless: Edits = {
    'a sequence that is none': { obSeq: 'x' },
    'a trace that is none': { obTrace: 'Root=nonsense' },
    'counts that are none': { obAttempts: 'many', obDeaths: -1, obClaims: 'x' },
    'a first failure at no time': { obFailedAt: 'yesterday' },
    'due long ago': { obDue: '2020-01-01T00:00:00.000Z#0badcafe' },
    'another shard': { obShard: `S#${cloud.region}#31` },
    'handed over': { obShard: `R#${cloud.region}#00` },
  }
  const deadly: Edits = {
    'a detail that is no JSON': { obDetail: 'no JSON' },
    'a detail that is gone': { obDetail: undefined },
    'a type that is too long': { obType: 'x'.repeat(129) },
    'a type in binary': { obType: Uint8Array.of(1) },
    'a source of AWS': { obSource: 'aws.s3' },
    'a time that is none': { obTime: 'yesterday' },
  }
  const waiting: Edits = { 'due in an hour': { obDue: inAnHour } }
  const strange: Edits = { 'a status that there is not': { obStatus: 'pending' } }
  const edits: Edits = { ...harmless, ...deadly, ...waiting, ...strange }
  const events = await writeDue(fixture, [...Object.keys(edits), 'moved to another key', 'no edit'])
  const original = await readRows(fixture)
  for (const event of events) {
    const edit = edits[event.aggregateId]
    if (edit !== undefined) await editRow(fixture, event, edit)
  }
  const moved = original.find(({ pk }) => String(pk).endsWith('moved to another key'))
  await documents.send(new DeleteCommand({ TableName, Key: { pk: moved?.['pk'], sk: moved?.['sk'] } }))
  await documents.send(
    new PutCommand({ TableName, Item: { ...moved, pk: 'OUTBOX#Thing#moved', sk: 'moved' } }),
  )

  const missing = (): string[] =>
    events.flatMap(({ aggregateId, eventId }) =>
      ledger.balance().lost.includes(eventId) ? [aggregateId] : [],
    )
  await cloud.invoke(SWEEPER, {})
  await cloud.quiet()
  expect(missing()).toEqual([...Object.keys(deadly), ...Object.keys(waiting), ...Object.keys(strange)])
  const dead = (await readRows(fixture)).filter(({ obStatus }) => obStatus === 'DEAD')
  expect(dead).toHaveLength(Object.keys(deadly).length)
  for (const row of dead)
    expect(row).toMatchObject({ obShard: expect.stringMatching(/^D#/), obDeaths: 1, obAttempts: 1 })
  expect(cloud.logLines(SWEEPER).filter((line) => line.includes('nobody can act on it'))).toHaveLength(1)

  // Mended: what was committed is put back.
  for (const event of events) {
    const row = original.find(({ sk }) => sk === event.eventId)
    const { obDetail, obType, obSource, obTime } = row ?? {}
    if (event.aggregateId in deadly) await editRow(fixture, event, { obDetail, obType, obSource, obTime })
    if (event.aggregateId in strange) await editRow(fixture, event, { obStatus: 'PENDING' })
  }
  await moveNotices(fixture)
  await cloud.clock.advance('5m')
  await cloud.invoke(SWEEPER, {})
  await cloud.quiet()
  expect(missing()).toEqual(Object.keys(waiting))
  await cloud.clock.advance('1h')
  await cloud.invoke(SWEEPER, {})
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 17, lost: [], phantom: [], duplicates: 0, altered: [] })
  for (const { eventId } of events) {
    const row = original.find(({ sk }) => sk === eventId)
    expect(ledger.arrivalsOf(eventId)[0]?.body).toContain(`"detail":${String(row?.['obDetail'])}`)
  }
})

it('rows that are edited while the sweeper sends them are marked as long as they wait, and none is made again', async () => {
  const fixture = await start()
  const { cloud, ledger, documents, tableName: TableName } = fixture
  const marked: Edits = {
    'another type': { obType: 'SomethingElse' },
    'another source': { obSource: 'somebody else' },
    'a detail that is no JSON': { obDetail: 'no JSON' },
    'another due': { obDue: '2020-01-01T00:00:00.000Z#0badcafe' },
    'another shard': { obShard: `P#${cloud.region}#31` },
    'no shard': { obShard: undefined },
    'status DEAD': { obStatus: 'DEAD' },
  }
  const unmarked: Edits = {
    'status PUBLISHED': { obStatus: 'PUBLISHED' },
    'a status that there is not': { obStatus: 'pending' },
  }
  // Of one aggregate, and no more than a first page: all are claimed and sent together.
  const edits = Object.values({ ...marked, ...unmarked })
  const events = await writeDue(fixture, Array(edits.length + 1).fill('a'))
  const deleted = events.at(-1)?.eventId
  const change = once(async () => {
    for (const [index, event] of events.entries())
      if (index < edits.length) await editRow(fixture, event, edits[index] ?? {})
    await documents.send(new DeleteCommand({ TableName, Key: { pk: 'OUTBOX#Thing#a', sk: deleted } }))
  })
  cloud.intercept(async (call, next) => {
    if (entriesOf(call).length > 0) await change()
    return next()
  })
  await cloud.invoke(SWEEPER, {})
  await ledger.complete()
  const rows = await readRows(fixture)
  for (const [index, { eventId }] of events.entries()) {
    const row = rows.find(({ sk }) => sk === eventId)
    const { obShard: _, ...edit } = edits[index] ?? {}
    if (eventId === deleted) expect(row).toBeUndefined()
    else if (index < Object.keys(marked).length) {
      expect(row).toMatchObject({ ...edit, obStatus: 'PUBLISHED' })
      expect(row).not.toHaveProperty('obShard')
    } else expect(row).toMatchObject({ ...edit, obShard: expect.stringMatching(/^R#/) })
  }

  // What does not say that it waits is told when its claim has lapsed, and sent to nobody.
  await cloud.clock.advance('3m')
  await cloud.invoke(SWEEPER, {})
  await ledger.arrived(published(cloud).length)
  expect(cloud.logLines(SWEEPER).filter((line) => line.includes('nobody can act on it'))).toHaveLength(2)
  expect(ledger.balance()).toMatchObject({ arrived: 10, lost: [], phantom: [], duplicates: 0, altered: [] })
})

it('rows that are edited between the sweeper’s read and its claim are claimed as they were seen, or not at all', async () => {
  const fixture = await start()
  const { cloud, ledger } = fixture
  const later = new Date(cloud.clock.now() + 20 * 60_000).toISOString()
  const unclaimed = [{ obDue: later }, { obStatus: 'pending' }, { obStatus: 'DEAD' }]
  const claimed = [{ obType: 'SomethingElse' }, { obDetail: 'no JSON' }, { obShard: `R#${cloud.region}#00` }]
  const events = await writeDue(fixture, Array(6).fill('a'))
  const change = once(async () => {
    for (const [index, event] of events.entries())
      await editRow(fixture, event, [...unclaimed, ...claimed][index] ?? {})
  })
  cloud.intercept(async (call, next) => {
    if (isClaim(call)) await change()
    return next()
  })
  await cloud.invoke(SWEEPER, {})
  await cloud.quiet()
  expect(ledger.balance().lost).toEqual(events.slice(0, 3).map(({ eventId }) => eventId))

  for (const event of events.slice(1, 3)) await editRow(fixture, event, { obStatus: 'PENDING' })
  await cloud.clock.advance('20m')
  await cloud.invoke(SWEEPER, {})
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 6, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect((await readRows(fixture)).map(({ obStatus }) => obStatus)).toEqual(Array(6).fill('PUBLISHED'))
})
