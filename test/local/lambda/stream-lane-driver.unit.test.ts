import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exponentialBackoff } from '../../../lib/local/lambda/event-source-mapping/stream/backoff.js'
import { Lane } from '../../../lib/local/lambda/event-source-mapping/stream/lane.js'
import {
  type Attempt,
  type LaneActions,
  LaneDriver,
} from '../../../lib/local/lambda/event-source-mapping/stream/lane-driver.js'
import type { StreamPolicy } from '../../../lib/local/lambda/event-source-mapping/stream/stream-policy.js'
import { ManualClock } from './manual-clock.js'
import { numbers, policy, record, records, START } from './stream-fixture.js'

const SUCCESS: Attempt = { kind: 'invoked', outcome: { kind: 'success' }, last: { requestId: 'request' } }
const FAILURE: Attempt = { kind: 'invoked', outcome: { kind: 'failure' }, last: { requestId: 'request' } }

/** An invocation that waits for the test to end it. */
interface Pending {
  readonly records: unknown[]
  readonly end: (attempt: Attempt) => void
}

let clock: ManualClock
let stopping: AbortController
let ended: Promise<void>
let discards: unknown[]
let arrivals: Pending[]
let waiting: ((pending: Pending) => void) | undefined

/** The next invocation, as soon as it takes place. */
function invocation(): Promise<Pending> {
  const arrived = arrivals.shift()
  if (arrived !== undefined) return Promise.resolve(arrived)
  return new Promise((resolve) => {
    waiting = resolve
  })
}

const actions: LaneActions = {
  invoke: (batch) =>
    new Promise((end) => {
      const pending = { records: numbers({ records: batch }), end }
      if (waiting === undefined) arrivals.push(pending)
      else waiting(pending)
      waiting = undefined
    }),
  discard: async (batch, condition) => {
    discards.push({ records: numbers(batch), condition })
  },
}

function start(over: Partial<StreamPolicy> = {}): LaneDriver {
  const driver = new LaneDriver(new Lane(policy(over)), actions, clock)
  ended = driver.run(stopping.signal)
  return driver
}

beforeEach(() => {
  clock = new ManualClock(START)
  stopping = new AbortController()
  discards = []
  arrivals = []
  waiting = undefined
})

afterEach(async () => {
  stopping.abort()
  for (const { end } of arrivals) end(SUCCESS)
  await ended
})

describe('a lane', () => {
  it('wakes when records come', async () => {
    const driver = start()
    driver.offer([record(1)])
    const first = await invocation()
    first.end(SUCCESS)
    driver.offer([record(2)])
    const second = await invocation()
    expect([first.records, second.records]).toEqual([[1], [2]])
    second.end(SUCCESS)
  })

  it('has one invocation at a time; what comes meanwhile is the next batch', async () => {
    const driver = start()
    driver.offer([record(1)])
    const first = await invocation()
    driver.offer([record(2)])
    driver.offer([record(3)])
    expect(arrivals).toEqual([])
    first.end(SUCCESS)
    const second = await invocation()
    expect(second.records).toEqual([2, 3])
    second.end(SUCCESS)
  })

  it('waits for the window, and not longer once the batch is full', async () => {
    const driver = start({ batchingWindow: 5000, batchSize: 2 })
    driver.offer([record(1)])
    await clock.untilSleeping(5000)
    clock.advance(5000)
    const first = await invocation()
    first.end(SUCCESS)
    driver.offer([record(2)])
    await clock.untilSleeping(5000)
    driver.offer([record(3)])
    const second = await invocation()
    expect([first.records, second.records]).toEqual([[1], [2, 3]])
    second.end(SUCCESS)
  })

  it('waits between attempts, then tells of what it gives up, then goes on', async () => {
    const driver = start({ batchSize: 2, maximumRetryAttempts: 1 })
    driver.offer(records(3))
    const first = await invocation()
    first.end(FAILURE)
    await clock.untilSleeping(1000)
    clock.advance(1000)
    const second = await invocation()
    second.end(FAILURE)
    const third = await invocation()
    expect([first.records, second.records, third.records]).toEqual([[1, 2], [1, 2], [3]])
    expect(discards).toEqual([{ records: [1, 2], condition: 'RetryAttemptsExhausted' }])
    third.end(SUCCESS)
  })

  it('tries again when the function could not be invoked', async () => {
    const driver = start({ maximumRetryAttempts: 0 })
    driver.offer([record(1)])
    const first = await invocation()
    first.end({ kind: 'not-invoked' })
    await clock.untilSleeping(1000)
    clock.advance(1000)
    const second = await invocation()
    expect(second.records).toEqual([1])
    second.end(SUCCESS)
  })
})

describe('the end', () => {
  it('comes at once while it waits', async () => {
    const driver = start({ batchingWindow: 5000 })
    driver.offer([record(1)])
    await clock.untilSleeping(5000)
    stopping.abort()
    await ended
    expect(arrivals).toEqual([])
  })

  it('waits for an invocation under way; a second run goes on after it', async () => {
    const driver = start({ batchSize: 1 })
    driver.offer(records(2))
    const first = await invocation()
    stopping.abort()
    first.end(SUCCESS)
    await ended
    expect(arrivals).toEqual([])
    stopping = new AbortController()
    ended = driver.run(stopping.signal)
    const second = await invocation()
    expect(second.records).toEqual([2])
    second.end(SUCCESS)
  })
})

it('backs off exponentially up to a cap', () => {
  const backoff = exponentialBackoff({ base: 100, cap: 10_000 })
  expect([1, 2, 3, 7, 8, 1000].map(backoff)).toEqual([100, 200, 400, 6400, 10_000, 10_000])
})
