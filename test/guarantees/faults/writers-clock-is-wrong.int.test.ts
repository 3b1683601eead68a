import { Duration } from 'aws-cdk-lib'
import { Outbox, type OutboxEvent } from 'serverless-outbox'
import { expect, it, vi } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { RELAY } from './functions.js'

vi.setConfig({ testTimeout: 240_000 })

const MINUTE = 60_000
const WRITERS = { behind: -10 * MINUTE, right: 0, ahead: 10 * MINUTE } as const

/** Each writer commits three events; ids, times and fences are by its own clock. */
async function writeByEach({ cloud, documents, tableName, ledger }: OutboxCloud): Promise<OutboxEvent[]> {
  const written: OutboxEvent[] = []
  for (const [name, offset] of Object.entries(WRITERS)) {
    const clock = { now: () => cloud.clock.now() + offset, sleep: cloud.clock.sleep }
    const outbox = new Outbox({ tableName, source: 'guarantees', client: documents, clock })
    const events = atTime(clock.now(), () =>
      [1, 2, 3].map((version) =>
        thingHappened.create({
          aggregateId: name,
          aggregateVersion: version,
          data: { text: `${name} ünïcode 🚚` },
        }),
      ),
    )
    await outbox.transact((tx) => tx.publish(...events))
    for (const { eventId } of events) ledger.acknowledge(eventId)
    written.push(...events)
  }
  return written
}

/** Nobody else runs meanwhile: it is synchronous. */
function atTime<Result>(time: number, make: () => Result): Result {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  try {
    return make()
  } finally {
    vi.useRealTimers()
  }
}

it('the relay delivers what writers ten minutes off have written, at once and in order', async () => {
  const fixture = await startOutboxCloud(
    () => ({ sweeper: { interval: Duration.minutes(30) } }),
    {},
    { streams: { shuffle: false, delayedTransactions: 0 } },
  )
  const { cloud, ledger } = fixture
  const begin = cloud.clock.now()
  const events = await writeByEach(fixture)
  await ledger.complete()
  for (const { at } of ledger.arrivals()) expect(at - begin).toBeLessThan(MINUTE)
  // No sweep takes what the relay has delivered, nor anything before its grace.
  await cloud.clock.advance('2h')
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 9, lost: [], phantom: [], duplicates: 0, altered: [] })
  for (const { eventId, occurredAt } of events) {
    const [arrival] = ledger.arrivalsOf(eventId)
    // As the writer says, to the second that an envelope has.
    expect(JSON.parse(arrival?.body ?? '{}')).toMatchObject({
      time: occurredAt.replace(/\.\d+Z$/, 'Z'),
      detail: { metadata: { occurredAt } },
    })
  }
  for (const name of Object.keys(WRITERS)) {
    const sent = published(cloud).map(({ detailText }) => detailOf(detailText).metadata)
    expect(
      sent.flatMap(({ aggregateId, aggregateVersion }) => (aggregateId === name ? [aggregateVersion] : [])),
    ).toEqual([1, 2, 3])
  }
  const rows = await readRows(fixture)
  expect(rows.map(({ obStatus }) => obStatus)).toEqual(Array(9).fill('PUBLISHED'))
})

it('what the relay gives up is swept ten minutes earlier or later, never while the relay may still deliver it', async () => {
  const maxRecordAge = 10 * MINUTE
  // By default the grace is a quarter of an hour longer than the record age.
  const grace = maxRecordAge + 15 * MINUTE
  const interval = 5 * MINUTE
  const fixture = await startOutboxCloud(() => ({
    relay: { maxRecordAge: Duration.millis(maxRecordAge) },
    sweeper: { interval: Duration.millis(interval) },
  }))
  const { cloud, ledger } = fixture
  // Only the relay is shut out: the sweeper could deliver at any time.
  cloud.faults.inject({ service: 'events', caller: RELAY, kind: 'unavailable', to: '12m' })
  const begin = cloud.clock.now()
  const events = await writeByEach(fixture)
  await cloud.clock.advance('45m')
  await ledger.complete()
  await ledger.arrived(published(cloud).length)
  expect(ledger.balance()).toMatchObject({ arrived: 9, lost: [], phantom: [], duplicates: 0, altered: [] })
  for (const { aggregateId, eventId } of events) {
    const offset = WRITERS[aggregateId as keyof typeof WRITERS]
    const [arrival] = ledger.arrivalsOf(eventId)
    const age = (arrival?.at ?? 0) - begin
    // The longest that the relay may be at a record is its age and an invocation of a minute.
    expect(age).toBeGreaterThan(maxRecordAge + MINUTE)
    expect(age).toBeGreaterThan(grace + offset)
    expect(age).toBeLessThan(grace + offset + interval + MINUTE)
  }
  const ages = await cloud.metrics({ name: 'OldestPendingAge' })
  expect(ages.length).toBeGreaterThan(0)
  for (const { value } of ages) expect(value).toBeGreaterThanOrEqual(0)
})

interface Detail {
  readonly metadata: { readonly aggregateId: string; readonly aggregateVersion: number }
}

function detailOf(text: string): Detail {
  return JSON.parse(text) as Detail
}
