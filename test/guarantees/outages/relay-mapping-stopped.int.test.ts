import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { arrivalDelay } from './arrival-delay.js'
import { CALM } from './event-writer.js'
import { expectSettled } from './expect-settled.js'
import { lookedUpIds } from './looked-up-ids.js'
import { RelayMapping } from './relay-mapping.js'
import { startWatchedCloud, type WatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const INTERVAL = 10 * MINUTE

/** Far less than a sweep takes, far more than the relay, also on a machine that is slow. */
const AT_ONCE = 30 * SECOND

/**
 * How long an event waits once nobody reads the stream: until the sweeper has seen that twice, then until it is two
 * minutes old, then until the next sweep. With the long grace it would be an hour and a quarter.
 */
const SHORT_GRACE = 2 * MINUTE
const FIRST_WITHIN = 2 * INTERVAL + SHORT_GRACE + AT_ONCE
const LATER_WITHIN = SHORT_GRACE + INTERVAL + AT_ONCE

vi.setConfig({ testTimeout: 240_000 })

interface Stopped extends WatchedCloud {
  readonly mapping: RelayMapping
}

async function start(maxRecordAge = Duration.hours(1)): Promise<Stopped> {
  const fixture = await startWatchedCloud({
    props: () => ({ relay: { maxRecordAge }, sweeper: { interval: Duration.millis(INTERVAL) } }),
    local: { streams: { shards: 2 } },
  })
  const mapping = new RelayMapping(fixture)
  await write(fixture, AT_ONCE)
  return { ...fixture, mapping }
}

/** Writes for a minute; the events arrive in time. Gives their ids. */
async function write(fixture: WatchedCloud, within: number): Promise<string[]> {
  const { cloud, writer } = fixture
  const before = writer.written.length
  await writer.keepWriting(CALM, MINUTE)
  await cloud.clock.advance(within)
  const ids = writer.written.slice(before).map(({ eventId }) => eventId)
  for (const eventId of ids) expect(arrivalDelay(fixture, eventId)).toBeLessThan(within)
  return ids
}

/** The mapping begins at the oldest record that the stream still has; what is published is not sent again. */
function looksAfter({ cloud, relay }: WatchedCloud, time: number): string[] {
  const calls = cloud.calls({ operation: 'BatchGetItem', caller: relay })
  return calls.filter(({ at }) => at.getTime() >= time).flatMap(lookedUpIds)
}

// One worker after the other: the sweeper takes nothing before the relay's last invocation has ended, and the relay
// finds marked what the sweeper sent. So there is no reason for a duplicate.
it('the mapping is disabled for more than a day: the sweeper delivers, then the relay again', async () => {
  // The longest that there is: it gives up nothing by itself that it still finds in the stream.
  const fixture = await start(Duration.hours(23))
  const { cloud, mapping } = fixture
  await mapping.setEnabled(false)
  const begin = cloud.clock.now()
  const first = await write(fixture, FIRST_WITHIN)
  await advanceTo(cloud, begin + 12 * HOUR)
  const second = await write(fixture, LATER_WITHIN)
  await advanceTo(cloud, begin + 25 * HOUR)
  const enabledAt = cloud.clock.now()
  await mapping.setEnabled(true)
  // Records live for 24 hours: the first ones are gone, and nobody needs them.
  const seen = looksAfter(fixture, enabledAt)
  expect(seen).toEqual(expect.arrayContaining(second))
  expect(seen.filter((eventId) => first.includes(eventId))).toEqual([])
  await write(fixture, AT_ONCE)
  await expectSettled(fixture)
})

it('the mapping is deleted: the sweeper delivers, for as long as there is none', async () => {
  const fixture = await start()
  const { cloud, mapping } = fixture
  await mapping.delete()
  const begin = cloud.clock.now()
  await write(fixture, FIRST_WITHIN)
  await advanceTo(cloud, begin + 24 * HOUR)
  await write(fixture, LATER_WITHIN)
  await expectSettled(fixture)
})

it('the mapping is deleted and made again: it reads the whole day once more and repeats nothing', async () => {
  const fixture = await start()
  const { cloud, mapping, watch, relay, sweeper } = fixture
  await mapping.delete()
  const first = await write(fixture, FIRST_WITHIN)
  const createdAt = cloud.clock.now()
  await mapping.create()
  await mapping.tellSweeper()
  expect(looksAfter(fixture, createdAt)).toEqual(expect.arrayContaining(first))
  await write(fixture, AT_ONCE)
  // The sweeper sees that there is a relay again, and leaves it its hour, though it could deliver what the relay cannot.
  watch.forgetSent()
  cloud.faults.inject({ service: 'events', caller: relay, kind: 'time-out', to: '15m' })
  await write(fixture, 16 * MINUTE)
  expect(watch.sentBy(sweeper).size).toBe(0)
  await expectSettled(fixture)
})
