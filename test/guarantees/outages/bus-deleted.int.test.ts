import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { CALM } from './event-writer.js'
import { expectSettled } from './expect-settled.js'
import { deleteBus } from './ledger-bus.js'
import { startWatchedCloud } from './watched-cloud.js'

const MINUTE = 60_000

vi.setConfig({ testTimeout: 240_000 })

// Some records are younger than the mapping's limit of five minutes when the bus is there again, and some are older.
// Nothing is sent without a bus, so there is no reason for a duplicate.
it('the bus is deleted and made again while events are written: all of them arrive', async () => {
  const fixture = await startWatchedCloud({
    // A bus that has rules, as that of the heartbeat alarm, cannot be deleted.
    props: () => ({
      monitoring: false,
      relay: { maxRecordAge: Duration.minutes(5) },
      sweeper: { interval: Duration.minutes(5) },
    }),
    local: { streams: { shards: 1 } },
  })
  const { cloud, writer, watch } = fixture
  await writer.keepWriting(CALM, MINUTE)
  const before = watch.accepted.length
  expect(before).toBe(writer.written.length)
  // What is sent within a minute after the bus was last seen may be lost with it: the next test.
  await cloud.clock.advance('61s')
  const makeAgain = await deleteBus(fixture)
  const begin = cloud.clock.now()
  for (const at of [0, 10 * MINUTE, 18 * MINUTE]) {
    await advanceTo(cloud, begin + at)
    await writer.keepWriting(CALM, 2 * MINUTE)
  }
  expect(watch.accepted).toHaveLength(before)
  await makeAgain()
  await writer.keepWriting(CALM, 2 * MINUTE)
  await cloud.clock.advance('25m')
  await expectSettled(fixture)
})

// PutEvents answers success while there is no bus, so the relay looks at it once a minute: that is the guarantee's limit.
it('a deleted bus takes with it what was sent within a minute after it was last seen, and nothing else', async () => {
  const fixture = await startWatchedCloud({
    props: () => ({ monitoring: false, sweeper: { interval: Duration.minutes(10) } }),
    local: { streams: { shards: 1 } },
  })
  const { cloud, writer, ledger } = fixture
  await writer.commit(writer.event())
  await cloud.quiet()
  const lastSeen = cloud.calls({ operation: 'DescribeEventBus' }).at(-1)?.at.getTime() ?? Number.NaN
  const makeAgain = await deleteBus(fixture)
  for (let time = 0; time < 3 * MINUTE; time += 15_000) {
    await writer.commit(writer.event())
    await cloud.clock.advance(15_000)
  }
  await makeAgain()
  await cloud.clock.advance('2m')
  const late = writer.written.filter(({ at }) => at > lastSeen + MINUTE).map(({ eventId }) => eventId)
  const { lost, phantom, altered, duplicates } = ledger.balance()
  expect(late.length).toBeGreaterThan(5)
  expect(lost.filter((eventId) => late.includes(eventId))).toEqual([])
  expect(lost.length).toBeLessThan(writer.written.length - late.length)
  expect({ phantom, altered, duplicates }).toEqual({ phantom: [], altered: [], duplicates: 0 })
})
