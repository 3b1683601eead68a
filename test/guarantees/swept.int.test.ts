import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { published } from './published.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'

// A sweep asks the table some 160 times, and an hour has many.
vi.setConfig({ testTimeout: 240_000 })

it('an event that EventBridge fails on alone is handed over, and swept once it passes', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.minutes(5) } }))
  const { cloud, outbox, ledger } = fixture
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    kind: 'partial',
    entries: ({ Detail: detail }) => String(detail).includes('unlucky'),
    code: 'InternalFailure',
    to: '30m',
  })
  for (const text of ['lucky', 'unlucky', 'lucky too']) {
    const event = thingHappened.create({ aggregateId: text, data: { text } })
    await outbox.transact((tx) => tx.publish(event))
    ledger.acknowledge(event.eventId)
  }
  await cloud.clock.advance('20m')
  const status = async (): Promise<unknown[]> =>
    (await readRows(fixture)).map(({ obStatus, obShard }) => [obStatus, String(obShard).slice(0, 1)]).sort()
  expect(await status()).toEqual([
    ['PENDING', 'R'],
    ['PUBLISHED', 'u'],
    ['PUBLISHED', 'u'],
  ])

  await cloud.clock.advance('40m')
  await ledger.complete()
  const rows = await readRows(fixture)
  expect(rows.map(({ obStatus }) => obStatus)).toEqual(['PUBLISHED', 'PUBLISHED', 'PUBLISHED'])
  // Nobody's fault: no attempt was charged to it.
  for (const row of rows) expect(row).not.toHaveProperty('obAttempts')
  expect(ledger.balance()).toMatchObject({ lost: [], phantom: [], duplicates: 0 })
})

it('a delayed event is sent when it is due', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.minutes(10) } }))
  const { cloud, outbox, ledger } = fixture
  const availableAt = new Date(cloud.clock.now() + 3 * 60 * 60_000)
  const event = thingHappened.create({ aggregateId: 'later', data: { text: 'later' }, availableAt })
  await outbox.transact((tx) => tx.publish(event))
  ledger.acknowledge(event.eventId)
  await cloud.clock.advance('2h 55m')
  expect(published(cloud)).toEqual([])
  await cloud.clock.advance('25m')
  await ledger.complete()
  expect(ledger.balance()).toMatchObject({ arrived: 1, lost: [], phantom: [], duplicates: 0 })
})
