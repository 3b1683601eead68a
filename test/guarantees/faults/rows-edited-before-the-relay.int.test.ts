import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { Duration } from 'aws-cdk-lib'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, it, vi } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { editRow } from './edit-row.js'
import { RELAY } from './functions.js'

vi.setConfig({ testTimeout: 240_000 })

// A minute for the relay, and sixteen minutes from its birth until a row is the sweeper's.
const PROPS = {
  relay: { maxRecordAge: Duration.minutes(1) },
  sweeper: { interval: Duration.minutes(5) },
}

/** Commits an event for each name; the relay has their records already when the rows are edited, and looks then. */
async function commitAndEdit(
  { cloud, outbox, ledger }: OutboxCloud,
  names: readonly string[],
  edit: (event: OutboxEvent) => Promise<void>,
): Promise<readonly OutboxEvent[]> {
  // Else the sweep of the very beginning could take part.
  await cloud.quiet()
  const events = names.map((aggregateId) =>
    thingHappened.create({ aggregateId, data: { text: `ünïcode 🚚 ${aggregateId}` } }),
  )
  let edited: Promise<unknown> | undefined
  cloud.intercept(async (call, next) => {
    if (call.operation === 'BatchGetItem') {
      edited ??= Promise.all(events.map(edit))
      await edited
    }
    return next()
  })
  await outbox.transact((tx) => tx.publish(...events))
  for (const { eventId } of events) ledger.acknowledge(eventId)
  await cloud.clock.advance('1m')
  return events
}

/** The names of those that have not arrived. */
function missing({ ledger }: OutboxCloud, events: readonly OutboxEvent[]): string[] {
  const { lost } = ledger.balance()
  return events.flatMap(({ aggregateId, eventId }) => (lost.includes(eventId) ? [aggregateId] : [])).sort()
}

it('an edit between commit and relay may delay an event until it is mended; it never loses, doubles or changes one', async () => {
  const fixture = await startOutboxCloud(() => PROPS)
  const { cloud, ledger } = fixture
  const { region } = cloud
  // The record is what the relay sends: it has the event as it was committed.
  const sentAsCommitted: Readonly<Record<string, Record<string, unknown>>> = {
    'another type': { obType: 'SomethingElse' },
    'another source': { obSource: 'somebody else' },
    'a detail that is no JSON': { obDetail: 'no JSON' },
    'a time that is none': { obTime: 'yesterday' },
    'a sequence that is none': { obSeq: 'x' },
    'another shard of the relay': { obShard: `P#${region}#31` },
  }
  // Not the relay's row any more: another fence, or another owner.
  const swept: Readonly<Record<string, Record<string, unknown>>> = {
    'due long ago': { obDue: '2020-01-01T00:00:00.000Z#0badcafe' },
    'due without a random end': { obDue: new Date(cloud.clock.now()).toISOString() },
    'the sweeper as owner': { obShard: `R#${region}#00` },
    'the sweeper as owner, scheduled': { obShard: `S#${region}#00` },
  }
  // Nobody's: the relay says so, for nobody else ever looks at most of them.
  const stray: Readonly<Record<string, Record<string, unknown>>> = {
    'due that is no time': { obDue: 'soon' },
    'no due': { obDue: undefined },
    'a status that there is not': { obStatus: 'pending' },
    'no status': { obStatus: undefined },
    'an owner that there is not': { obShard: `X#${region}#00` },
    'a shard that there is not': { obShard: `R#${region}#99` },
    'a shard of nowhere': { obShard: 'R' },
    'no shard': { obShard: undefined },
  }
  // As people say: the event is done with.
  const settled: Readonly<Record<string, Record<string, unknown>>> = {
    'status PUBLISHED': { obStatus: 'PUBLISHED' },
    'status DEAD': { obStatus: 'DEAD' },
  }
  const edits = { ...sentAsCommitted, ...swept, ...stray, ...settled }
  const events = await commitAndEdit(fixture, [...Object.keys(edits), 'no edit'], async (event) => {
    const edit = edits[event.aggregateId]
    if (edit !== undefined) await editRow(fixture, event, edit)
  })
  const waiting = { ...swept, ...stray, ...settled }
  expect(missing(fixture, events)).toEqual(Object.keys(waiting).sort())
  const told = cloud.logLines(RELAY).filter((line) => line.includes('nobody owns it'))
  const toldOf = events.filter(({ eventId }) => told.some((line) => line.includes(eventId)))
  expect(toldOf.map(({ aggregateId }) => aggregateId).sort()).toEqual(Object.keys(stray).sort())

  await cloud.clock.advance('25m')
  expect(missing(fixture, events)).toEqual([...Object.keys(stray), ...Object.keys(settled)].sort())
  // What says PUBLISHED or DEAD, but stands with the relay, is told by each sweep.
  const strange = cloud.logLines().filter((line) => line.includes('nobody can act on it'))
  for (const { aggregateId, eventId } of events)
    if (aggregateId in settled) expect(strange.filter((line) => line.includes(eventId))).not.toEqual([])

  // Mended, whatever it was: pending, with the sweeper, due now.
  const obDue = new Date(cloud.clock.now()).toISOString()
  for (const event of events) {
    if (!(event.aggregateId in { ...stray, ...settled })) continue
    await editRow(fixture, event, { obStatus: 'PENDING', obShard: `R#${region}#00`, obDue })
  }
  await cloud.clock.advance('5m')
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 21, lost: [], phantom: [], duplicates: 0, altered: [] })
  for (const { eventId, dataText } of events) {
    const body = ledger.arrivalsOf(eventId)[0]?.body ?? ''
    expect(body).toContain(`"data":${dataText}`)
    expect(JSON.parse(body)).toMatchObject({ source: 'guarantees', 'detail-type': 'ThingHappened' })
  }
  expect((await readRows(fixture)).map(({ obStatus }) => obStatus)).toEqual(Array(21).fill('PUBLISHED'))
})

it('a row that is moved to another key before the relay looks is published once, from where it is', async () => {
  const fixture = await startOutboxCloud(() => PROPS)
  const { cloud, ledger, documents, tableName: TableName } = fixture
  const keys: Readonly<Record<string, { readonly pk: string; readonly sk: string }>> = {
    'another aggregate': { pk: 'OUTBOX#Thing#moved', sk: 'an id' },
    'another id': { pk: 'OUTBOX#Thing#another id', sk: 'another id' },
    'no row of an outbox': { pk: 'SOMETHING', sk: 'else' },
  }
  const events = await commitAndEdit(fixture, Object.keys(keys), async ({ aggregateId, eventId }) => {
    const rows = await readRows(fixture)
    const row = rows.find(({ sk }) => sk === eventId)
    const old = { pk: `OUTBOX#Thing#${aggregateId}`, sk: eventId }
    await documents.send(new DeleteCommand({ TableName, Key: old }))
    await documents.send(new PutCommand({ TableName, Item: { ...row, ...keys[aggregateId] } }))
  })
  await cloud.clock.advance('20m')
  expect(missing(fixture, events)).toEqual(['no row of an outbox'])
  // Told by the relay, which got its record, and by each sweep that finds it in the index.
  expect(cloud.logLines(RELAY).filter((line) => line.includes('is no outbox row'))).toHaveLength(1)
  expect(cloud.logLines().filter((line) => line.includes('nobody can act on it'))).not.toEqual([])

  const [stray] = (await readRows(fixture)).filter(({ pk }) => pk === 'SOMETHING')
  await documents.send(new PutCommand({ TableName, Item: { ...stray, pk: 'OUTBOX#Thing#back', sk: 'back' } }))
  await documents.send(new DeleteCommand({ TableName, Key: { pk: 'SOMETHING', sk: 'else' } }))
  await ledger.complete()
  await cloud.clock.advance('20m')
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect(cloud.invocations(RELAY).map(({ outcome }) => outcome)).not.toContain('error')
})
