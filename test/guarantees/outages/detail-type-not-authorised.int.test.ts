import { Duration } from 'aws-cdk-lib'
import { defineEvent } from 'serverless-outbox'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { advanceTo } from './advance-to.js'
import { arrivalDelay } from './arrival-delay.js'
import { expectSettled } from './expect-settled.js'
import { denyUntil } from './role-statements.js'
import { startWatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const INTERVAL = 10 * MINUTE

/** Far less than a sweep takes, far more than the relay, also on a machine that is slow. */
const AT_ONCE = 30 * SECOND

vi.setConfig({ testTimeout: 240_000 })

const thingForbidden = defineEvent('ThingForbidden', {
  version: 1,
  aggregateType: 'Thing',
  schema: z.object({}),
})

// A refused entry was not taken, so there is no reason for a duplicate.
it('a detail-type is not authorised for hours: its events wait, those of other types do not', async () => {
  const fixture = await startWatchedCloud({
    props: () => ({ sweeper: { interval: Duration.millis(INTERVAL) } }),
    local: { streams: { shards: 1, shuffle: false, delayedTransactions: 0 } },
  })
  const { cloud, writer, watch } = fixture
  const begin = cloud.clock.now()
  const end = begin + 6 * HOUR
  denyUntil(fixture, end, {
    Action: 'events:PutEvents',
    Resource: '*',
    Condition: { StringEquals: { 'events:detail-type': thingForbidden.type } },
  })
  const forbidden: string[] = []
  const behind: string[] = []
  const others: string[] = []
  for (const at of [begin, begin + 3 * HOUR, end - 5 * MINUTE]) {
    await advanceTo(cloud, at)
    const event = thingForbidden.create({ aggregateId: 'half', data: {} })
    const later = writer.event('behind', 'half')
    const free = [writer.event(), writer.event(), writer.event()]
    await writer.commit(...free, event, later)
    forbidden.push(event.eventId)
    behind.push(later.eventId)
    others.push(...free.map(({ eventId }) => eventId))
    await cloud.clock.advance(MINUTE)
  }
  // Refused entry by entry, in calls that took the others.
  const denied = await cloud.metrics({ name: 'EventsDenied' })
  expect(denied.reduce((sum, { value, count }) => sum + value * count, 0)).toBeGreaterThan(forbidden.length)
  expect(watch.accepted.filter((eventId) => forbidden.includes(eventId))).toEqual([])
  for (const eventId of others) expect(arrivalDelay(fixture, eventId)).toBeLessThan(AT_ONCE)

  // As long as the longest back-off, and a sweep.
  await advanceTo(cloud, end + 15 * MINUTE + INTERVAL)
  await expectSettled(fixture)
  // The relay sends nothing of an aggregate past what it hands over; the next sweep sends what stands behind it.
  for (const eventId of behind)
    expect(arrivalDelay(fixture, eventId)).toBeLessThan(MINUTE + INTERVAL + AT_ONCE)
})
