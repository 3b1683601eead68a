import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { arrivalDelay } from './arrival-delay.js'
import { expectSettled } from './expect-settled.js'
import { startWatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const INTERVAL = 30 * MINUTE

/** Far less than a sweep takes, far more than the relay, also on a machine that is slow. */
const AT_ONCE = 30 * SECOND

vi.setConfig({ testTimeout: 240_000 })

// Longer than the day after which an event that is to blame is given up. InternalFailure is EventBridge's own fault.
// An entry that failed was not taken, so there is no reason for a duplicate.
it('entries that always answer InternalFailure, for longer than a day, never die and delay no other', async () => {
  const fixture = await startWatchedCloud({
    props: () => ({ sweeper: { interval: Duration.millis(INTERVAL) } }),
    local: { streams: { shards: 1, shuffle: false, delayedTransactions: 0 } },
  })
  const { cloud, writer, watch } = fixture
  const begin = cloud.clock.now()
  const end = begin + 26 * HOUR
  cloud.faults.inject({
    service: 'events',
    operation: 'PutEvents',
    kind: 'partial',
    entries: ({ Detail: detail }) => String(detail).includes('unlucky'),
    code: 'InternalFailure',
    to: new Date(end),
  })
  const unlucky: string[] = []
  const behind: string[] = []
  const others: string[] = []
  for (const at of [begin, begin + 13 * HOUR, end - 5 * MINUTE]) {
    await advanceTo(cloud, at)
    const event = writer.event('unlucky', 'half')
    const later = writer.event('behind', 'half')
    const free = [writer.event(), writer.event(), writer.event()]
    await writer.commit(...free, event, later)
    unlucky.push(event.eventId)
    behind.push(later.eventId)
    others.push(...free.map(({ eventId }) => eventId))
    await cloud.clock.advance(MINUTE)
  }
  expect(watch.accepted.filter((eventId) => unlucky.includes(eventId))).toEqual([])
  // The call that has both is repeated for about a second.
  for (const eventId of others) expect(arrivalDelay(fixture, eventId)).toBeLessThan(AT_ONCE)

  // As long as the longest back-off, and a sweep.
  await advanceTo(cloud, end + 15 * MINUTE + INTERVAL)
  await expectSettled(fixture)
  // The relay sends nothing of an aggregate past what it hands over; the next sweep sends what stands behind it.
  for (const eventId of behind)
    expect(arrivalDelay(fixture, eventId)).toBeLessThan(MINUTE + INTERVAL + AT_ONCE)
})
