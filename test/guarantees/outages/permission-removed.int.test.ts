import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { CALM } from './event-writer.js'
import { expectSettled } from './expect-settled.js'
import { denyUntil } from './role-statements.js'
import { startWatchedCloud } from './watched-cloud.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

vi.setConfig({ testTimeout: 240_000 })

// A refused call takes nothing, so there is no reason for a duplicate. Records live for two minutes: the fewer calls.
it('the permission to put events is removed and given back a day later: everything is delivered then', async () => {
  const fixture = await startWatchedCloud({
    props: () => ({
      relay: { maxRecordAge: Duration.minutes(2) },
      sweeper: { interval: Duration.minutes(30) },
    }),
    local: { streams: { shards: 1 } },
  })
  const { cloud, writer, watch, relay, sweeper } = fixture
  const begin = cloud.clock.now()
  const end = begin + DAY
  denyUntil(fixture, end, { Action: 'events:PutEvents', Resource: '*' })
  for (const at of [begin, begin + DAY / 2, end - 3 * MINUTE]) {
    await advanceTo(cloud, at)
    await writer.keepWriting(CALM, 2 * MINUTE)
  }
  expect(watch.accepted).toEqual([])
  for (const caller of [relay, sweeper]) {
    const refusals = cloud.calls({ operation: 'PutEvents', caller }).map(({ errorCode }) => errorCode)
    expect(new Set(refusals)).toEqual(new Set(['AccessDeniedException']))
  }

  await advanceTo(cloud, end + HOUR)
  await expectSettled(fixture)
})
