import { Duration } from 'aws-cdk-lib'
import type { TransactionalOutboxProps } from 'serverless-outbox/cdk'
import { expect, it, vi } from 'vitest'
import { advanceTo } from './advance-to.js'
import { BUSY, CALM, type Rate } from './event-writer.js'
import { expectOrder } from './expect-order.js'
import { expectSettled } from './expect-settled.js'
import { startWatchedCloud, type WatchedCloud } from './watched-cloud.js'

// Three hours at 20 events a second are 216,000 events. The short form writes at the full rate at the beginning, in the
// middle and at the end of the outage; the long form, `OUTBOX_LONG_TESTS=1 npx vitest run
// test/guarantees/outages/event-bridge-down.int.test.ts`, the whole time, with the defaults of the construct and of the
// local cloud's shards.
const IS_LONG = (process.env['OUTBOX_LONG_TESTS'] ?? '') !== ''
const MINUTE = 60_000
const HOUR = 60 * MINUTE

vi.setConfig({ testTimeout: IS_LONG ? 3 * HOUR : 240_000 })

interface Outage {
  readonly duration: number
  /** A call that is not answered lasts longer than one that is refused, so there are fewer of them. */
  readonly kind: 'unavailable' | 'time-out'
  readonly rate: Rate
  /** How long the short form writes at a time. */
  readonly burst: number
  /** Of the stream, in the short form. */
  readonly shards: number
}

const BUSILY = { often: '20 events a second', rate: BUSY, burst: 3_000, shards: 2 }
const CALMLY = { often: 'an event every 30 s', rate: CALM, burst: 2.5 * MINUTE, shards: 1 }

const SHORT_ENOUGH_TO_HOLD: readonly (Outage & { readonly lasting: string; readonly often: string })[] = [
  { lasting: '10 min', duration: 10 * MINUTE, kind: 'unavailable', ...BUSILY },
  { lasting: '10 min', duration: 10 * MINUTE, kind: 'unavailable', ...CALMLY },
  { lasting: '40 min', duration: 40 * MINUTE, kind: 'time-out', ...BUSILY },
  { lasting: '40 min', duration: 40 * MINUTE, kind: 'time-out', ...CALMLY },
]

async function start(shortProps: TransactionalOutboxProps, { shards }: Outage): Promise<WatchedCloud> {
  const inOrder = { shuffle: false, delayedTransactions: 0 }
  if (IS_LONG) return startWatchedCloud({ local: { streams: inOrder } })
  return startWatchedCloud({ props: () => shortProps, local: { streams: { shards, ...inOrder } } })
}

/** Lets time pass until everything has arrived, but no longer than that. */
async function drain({ cloud, ledger }: WatchedCloud, within: number): Promise<void> {
  const end = cloud.clock.now() + within
  for (let time = cloud.clock.now(); time < end && ledger.balance().lost.length > 0; ) {
    time = Math.min(end, time + 10 * MINUTE)
    await atRest(() => advanceTo(cloud, time))
  }
}

/** The cloud waits a minute for rest; thousands of events keep it at work for longer. */
async function atRest(move: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await move()
    } catch (error) {
      if (!IS_LONG || !String(error).includes('come to rest')) throw error
    }
  }
}

/** EventBridge is down for so long, and the service goes on writing. */
async function writeThrough(
  { duration, kind, rate, burst }: Outage,
  { cloud, writer, watch, ledger }: WatchedCloud,
): Promise<void> {
  const end = cloud.faults.outage('events', { kind })
  const begin = cloud.clock.now()
  if (IS_LONG) await writer.keepWriting(rate, duration)
  else
    for (const at of [0, duration / 2, duration - burst]) {
      await advanceTo(cloud, begin + at)
      await writer.keepWriting(rate, burst)
    }
  await advanceTo(cloud, begin + duration)
  expect(watch.accepted).toEqual([])
  expect(ledger.arrivals()).toEqual([])
  end()
}

// No record is older than the mapping's limit of an hour: the relay holds the shards, and goes on where it stopped.
// No call took effect without an answer and no mark failed, so there is no reason for a duplicate.
it.each(SHORT_ENOUGH_TO_HOLD)(
  'EventBridge is down for $lasting, $often: the relay delivers all when it is over, once and in order',
  async (outage) => {
    const fixture = await start({ sweeper: { interval: Duration.minutes(5) } }, outage)
    await writeThrough(outage, fixture)
    // The mapping's longest wait is far less.
    await drain(fixture, 2 * MINUTE)
    await expectSettled(fixture)
    expectOrder(fixture)
    const { watch, sweeper } = fixture
    expect(watch.sentBy(sweeper).size).toBe(0)
    expect(watch.givenUp).toBe(0)
  },
)

// Most records are older than the limit, in the short form ten minutes, when it is over. The sweeper takes no event
// that the relay may still have, so here, too, there is no reason for a duplicate.
it.each([BUSILY, CALMLY])(
  'EventBridge is down for 3 h, $often: the sweeper takes over what the mapping gave up',
  async (rate) => {
    const outage = { duration: 3 * HOUR, kind: 'time-out', ...rate } as const
    const fixture = await start(
      { relay: { maxRecordAge: Duration.minutes(10) }, sweeper: { interval: Duration.minutes(5) } },
      outage,
    )
    await writeThrough(outage, fixture)
    const { watch, writer, relay, sweeper } = fixture
    expect(watch.givenUp).toBeGreaterThan(0)
    watch.forgetSent()
    // The grace is a quarter of an hour more than the limit: by then the youngest is due, whoever has it. In the long
    // form a sweep does not do all that is due.
    await drain(fixture, IS_LONG ? 6 * HOUR : 30 * MINUTE)
    await expectSettled(fixture)
    const sent = { byRelay: watch.sentBy(relay), bySweeper: watch.sentBy(sweeper) }
    expect(sent.byRelay.size + sent.bySweeper.size).toBe(writer.written.length)
    expect(sent.byRelay).toContain(writer.written.at(-1)?.eventId)
    expect(sent.bySweeper).toContain(writer.written.at(0)?.eventId)
  },
)
