import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { readRows } from '../read-rows.js'
import { arrivalDelay } from './arrival-delay.js'
import { expectWritesWentOn } from './expect-settled.js'
import { startWatchedCloud } from './watched-cloud.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const INTERVAL = 5 * MINUTE

/** Far less than a sweep takes, far more than the relay, also on a machine that is slow. */
const AT_ONCE = 30 * SECOND

vi.setConfig({ testTimeout: 240_000 })

// What EventBridge calls malformed dies at once, and what it refuses for a reason of its own after `giveUpAfter`. The
// later events of its aggregate are sent at once after the former; the latter hands them over with itself, for the relay
// sends nothing of an aggregate past it, and the next sweep sends them.
it.each([
  { code: 'MalformedDetail', within: AT_ONCE, attempts: 1 },
  { code: 'InvalidArgument', within: MINUTE + INTERVAL + AT_ONCE, attempts: expect.any(Number) },
])(
  "an event that EventBridge answers $code, in the middle of its aggregate's: it alone dies",
  async ({ code, within, attempts }) => {
    const fixture = await startWatchedCloud({
      props: () => ({
        sweeper: { interval: Duration.millis(INTERVAL), giveUpAfter: Duration.hours(1) },
      }),
      // All in one batch: whoever is delayed, is so by the poison.
      local: { streams: { shards: 1, shuffle: false, delayedTransactions: 0 } },
    })
    const { cloud, writer, watch, ledger, queues, deadLetterQueueUrl } = fixture
    cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      kind: 'partial',
      entries: ({ Detail: detail }) => String(detail).includes('poison'),
      code,
    })
    const bad = ['before', 'before', 'poison', 'after', 'after'].map((text) => writer.event(text, 'bad'))
    const good = Array.from({ length: 20 }, () => writer.event())
    await writer.commit(...good.slice(0, 10), ...bad, ...good.slice(10))
    await cloud.clock.advance('90m')

    const poison = bad[2]?.eventId ?? ''
    const { lost, phantom, altered, duplicates } = ledger.balance()
    expect({ lost, phantom, altered, duplicates }).toEqual({
      lost: [poison],
      phantom: [],
      altered: [],
      duplicates: 0,
    })
    for (const { eventId } of good) expect(arrivalDelay(fixture, eventId)).toBeLessThan(AT_ONCE)
    const besides = bad.map(({ eventId }) => eventId).filter((eventId) => eventId !== poison)
    for (const eventId of besides) expect(arrivalDelay(fixture, eventId)).toBeLessThan(within)
    // They keep their order, too: before the poison, and after it.
    expect(watch.accepted.filter((eventId) => besides.includes(eventId))).toEqual(besides)

    const rows = await readRows(fixture)
    const dead = rows.filter(({ obStatus }) => obStatus === 'DEAD')
    expect(dead).toEqual([
      expect.objectContaining({ sk: poison, obDeaths: 1, obAttempts: attempts, obError: expect.any(String) }),
    ])
    const alive = rows.filter(({ sk }) => sk !== poison)
    expect(alive.filter(({ obStatus }) => obStatus !== 'PUBLISHED')).toEqual([])
    expect(alive.filter((row) => 'obAttempts' in row)).toEqual([])
    const { Messages: notices = [] } = await queues.send(
      new ReceiveMessageCommand({ QueueUrl: deadLetterQueueUrl, MaxNumberOfMessages: 10 }),
    )
    expect(notices.map(({ Body: body = '' }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ errorCode: code, event: expect.objectContaining({ eventId: poison }) }),
    ])
    expectWritesWentOn(fixture)
  },
)
