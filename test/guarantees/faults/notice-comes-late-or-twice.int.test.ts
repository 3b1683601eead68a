import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { type OutboxCloud, startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { untilSettled } from '../until-settled.js'
import { REDRIVE, RELAY, SWEEPER } from './functions.js'
import { moveNotices } from './move-notices.js'
import { receiveBodies } from './receive-bodies.js'
import { startWithDeadLetter } from './start-with-dead-letter.js'

vi.setConfig({ testTimeout: 240_000 })

const streams = { shuffle: false, delayedTransactions: 0 }

it('a notice whose answer was lost is sent twice; both, moved back, are one redelivery', async () => {
  const fixture = await startWithDeadLetter(
    () => ({ sweeper: { interval: Duration.minutes(5) } }),
    { streams },
    ({ cloud }) =>
      cloud.faults.inject({
        service: 'sqs',
        operation: 'SendMessage',
        caller: RELAY,
        kind: 'lost-answer',
        times: 1,
      }),
  )
  const { cloud, ledger, deadLetterQueueUrl, mend } = fixture
  const sent = cloud.calls({ operation: 'SendMessage', caller: RELAY })
  expect(sent.map(({ errorCode }) => errorCode)).toEqual(['ConnectionReset', undefined])
  await mend()
  await moveNotices(fixture)
  await cloud.clock.advance('10m')
  await ledger.complete()
  expect(await receiveBodies(fixture, deadLetterQueueUrl)).toEqual([])
  expect(published(cloud)).toHaveLength(1)
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0, altered: [] })
  expect(await readRows(fixture)).toMatchObject([{ obStatus: 'PUBLISHED', obDeaths: 1 }])
  expect(total(await cloud.metrics({ name: 'EventsRedriven' }))).toBe(1)
  expect(total(await cloud.metrics({ name: 'RedrivesSettled' }))).toBe(1)
  expect(cloud.invocations(REDRIVE).map(({ outcome }) => outcome)).not.toContain('error')
})

it.each([
  ['refuses everything', 'unavailable'],
  ['answers nothing', 'time-out'],
] as const)(
  'the dead-letter queue %s while events die: the stream is not delayed, and the notices come later',
  async (_, kind) => {
    const fixture = await startOutboxCloud(
      // Several batches, one after the other: each dead one is in front of some that are alive.
      () => ({ relay: { batchSize: 4 }, sweeper: { interval: Duration.minutes(5) } }),
      {},
      { streams },
    )
    const { cloud, ledger, deadLetterQueueUrl } = fixture
    cloud.faults.inject({
      service: 'sqs',
      operation: 'SendMessage',
      resource: deadLetterQueueUrl,
      kind,
      to: '20m',
    })
    const begin = cloud.clock.now()
    const poisoned = await writeMixed(fixture)
    // Long before the queue is back, and before any sweep helps: the records behind the dead ones went through.
    await cloud.clock.advance('1m')
    await ledger.complete()
    // At the worst two tries of two seconds for each of the three batches with dead ones, and the machine's own time.
    for (const { at } of ledger.arrivals()) expect(at - begin).toBeLessThan(30_000)
    const owed = (await readRows(fixture)).filter(({ obShard }) => String(obShard).startsWith('N#'))
    expect(owed.map(({ sk }) => sk).sort()).toEqual([...poisoned].sort())

    await cloud.clock.advance('15m')
    expect(await receiveBodies(fixture, deadLetterQueueUrl)).toEqual([])
    await cloud.clock.advance('10m')
    const rows = await readRows(fixture)
    const dead = rows.filter(({ obStatus }) => obStatus === 'DEAD')
    expect(dead.map(({ obShard }) => String(obShard).slice(0, 1))).toEqual(poisoned.map(() => 'D'))
    const bodies = await receiveBodies(fixture, deadLetterQueueUrl)
    const told = bodies.map((body) => (JSON.parse(body) as { event: { eventId: string } }).event.eventId)
    expect(told.sort()).toEqual([...poisoned].sort())
    expect(ledger.balance()).toMatchObject({ arrived: 8, lost: [], phantom: [], duplicates: 0, altered: [] })
    const errors = [RELAY, SWEEPER].flatMap((name) =>
      cloud.invocations(name).map(({ errorType }) => errorType),
    )
    expect(new Set(errors)).toEqual(new Set([undefined]))
  },
)

it('SQS may not use the queue’s key for an hour: the row is dead and owed its notice, and told once the key is given', async () => {
  const fixture = await startOutboxCloud(
    () => ({ sweeper: { interval: Duration.minutes(10) } }),
    {},
    { streams },
  )
  const { cloud, ledger, deadLetterQueueUrl } = fixture
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html#API_SendMessage_Errors
  cloud.faults.inject({
    service: 'sqs',
    operation: 'SendMessage',
    resource: deadLetterQueueUrl,
    kind: 'error',
    code: 'KmsAccessDenied',
    to: '1h',
  })
  const poisoned = await writeMixed(fixture)
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus !== 'PENDING'),
  )
  await cloud.clock.advance('55m')
  await ledger.complete()
  const owed = (await readRows(fixture)).filter(({ obShard }) => String(obShard).startsWith('N#'))
  expect(owed).toHaveLength(poisoned.length)
  const waiting = await cloud.metrics({ name: 'NoticesWaiting' })
  expect(waiting.at(-1)?.value).toBe(poisoned.length)
  expect(cloud.logLines().filter((line) => line.includes('KmsAccessDenied'))).not.toEqual([])
  expect(await receiveBodies(fixture, deadLetterQueueUrl)).toEqual([])

  await cloud.clock.advance('20m')
  expect(await receiveBodies(fixture, deadLetterQueueUrl)).toHaveLength(poisoned.length)
  for (const row of (await readRows(fixture)).filter(({ obStatus }) => obStatus === 'DEAD')) {
    expect(row).toMatchObject({ obDeaths: 1, obAttempts: 1 })
    expect(row['obShard']).toMatch(/^D#/)
  }
  expect(ledger.balance()).toMatchObject({ arrived: 8, lost: [], phantom: [], duplicates: 0, altered: [] })
})

/** Fourteen events of an aggregate; somebody has broken the second to the seventh. Gives the ids of these. */
async function writeMixed({ outbox, ledger }: OutboxCloud): Promise<string[]> {
  const events = Array.from({ length: 14 }, (_, index) =>
    thingHappened.create({ aggregateId: 'one', aggregateVersion: index, data: { text: `${index}` } }),
  )
  const items = await outbox
    .batch()
    .add(...events)
    .items()
  const poisoned: string[] = []
  await outbox.transact((tx) => {
    for (const [index, item] of items.entries()) {
      const eventId = String(item.Put.Item?.['sk'])
      const isPoisoned = index > 0 && index < 7
      if (isPoisoned) poisoned.push(eventId)
      else ledger.acknowledge(eventId)
      tx.put({ Item: { ...item.Put.Item, ...(isPoisoned ? { obDetail: 'no JSON' } : {}) } })
    }
  })
  return poisoned
}

function total(points: readonly { readonly value: number; readonly count: number }[]): number {
  return points.reduce((sum, { value, count }) => sum + value * count, 0)
}
