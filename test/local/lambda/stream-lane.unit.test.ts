import { describe, expect, it } from 'vitest'
import type { BatchOutcome } from '../../../lib/local/lambda/event-source-mapping/stream/batch-outcome.js'
import { Lane, type LaneStep } from '../../../lib/local/lambda/event-source-mapping/stream/lane.js'
import type { StreamPolicy } from '../../../lib/local/lambda/event-source-mapping/stream/stream-policy.js'
import { numbers, policy, record, records, START } from './stream-fixture.js'

const FAILURE: BatchOutcome = { kind: 'failure' }
const SUCCESS: BatchOutcome = { kind: 'success' }
const failedFrom = (firstFailed: number): BatchOutcome => ({ kind: 'partial', firstFailed })

/** A lane with its driver's part played by the test: it waits when told to, and counts invocations. */
class Subject {
  readonly lane: Lane
  now = START
  #requests = 0

  constructor(count: number, over: Partial<StreamPolicy> = {}) {
    this.lane = new Lane(policy(over))
    this.lane.offer(records(count), this.now)
  }

  /** What is invoked or discarded next; waits are waited out. */
  step(): Exclude<LaneStep, { kind: 'wait' }> | { readonly kind: 'idle' } {
    for (;;) {
      const step = this.lane.next(this.now)
      if (step.kind !== 'wait') return step
      if (step.until === undefined) return { kind: 'idle' }
      this.now = step.until
    }
  }

  /** The numbers of the records that are invoked next; the invocation ends as given. */
  invoked(outcome: BatchOutcome): unknown[] {
    const step = this.step()
    if (step.kind !== 'invoke') throw new Error(`Expected an invocation, got ${step.kind}`)
    const functionError = outcome.kind === 'failure' ? { functionError: 'Unhandled' } : {}
    this.#requests += 1
    this.lane.settle(outcome, { requestId: `request-${this.#requests}`, ...functionError }, this.now)
    return numbers(step.batch)
  }

  /** The numbers of the records that are given up next, and why. */
  discarded(): { readonly records: unknown[]; readonly condition: string; readonly invocations: number } {
    const step = this.step()
    if (step.kind !== 'discard') throw new Error(`Expected a discard, got ${step.kind}`)
    this.lane.discard(step.batch)
    return { records: numbers(step.batch), condition: step.condition, invocations: step.batch.invocations }
  }
}

describe('success', () => {
  it('goes on to the next records', () => {
    const subject = new Subject(5, { batchSize: 3 })
    expect(subject.invoked(SUCCESS)).toEqual([1, 2, 3])
    expect(subject.invoked(SUCCESS)).toEqual([4, 5])
    expect(subject.step()).toEqual({ kind: 'idle' })
    expect(subject.lane.backlog).toBe(0)
  })
})

describe('an exception', () => {
  it('fails the whole batch, which is tried again without end by default', () => {
    const subject = new Subject(3, { backoff: () => 1000 })
    for (let attempt = 0; attempt < 50; attempt += 1) expect(subject.invoked(FAILURE)).toEqual([1, 2, 3])
    expect(subject.invoked(SUCCESS)).toEqual([1, 2, 3])
    expect(subject.step().kind).toBe('idle')
  })

  it('holds up the records behind it', () => {
    const subject = new Subject(2, { batchSize: 1 })
    expect(subject.invoked(FAILURE)).toEqual([1])
    expect(subject.invoked(SUCCESS)).toEqual([1])
    expect(subject.invoked(SUCCESS)).toEqual([2])
  })

  it('waits ever longer between the attempts, and afterwards not at all', () => {
    const subject = new Subject(2, { batchSize: 1 })
    const times: number[] = []
    for (const outcome of [FAILURE, FAILURE, FAILURE, SUCCESS]) {
      subject.invoked(outcome)
      times.push(subject.now - START)
    }
    expect(times).toEqual([0, 1000, 3000, 7000])
    expect(subject.invoked(SUCCESS)).toEqual([2])
    expect(subject.now - START).toBe(7000)
  })
})

describe('a partial response', () => {
  it('moves the checkpoint to the reported record and retries everything from there', () => {
    const subject = new Subject(4)
    expect(subject.invoked(failedFrom(2))).toEqual([1, 2, 3, 4])
    expect(subject.lane.backlog).toBe(2)
    expect(subject.invoked(SUCCESS)).toEqual([3, 4])
  })

  it('uses a retry when bisecting is off', () => {
    const subject = new Subject(4, { maximumRetryAttempts: 1 })
    subject.invoked(failedFrom(1))
    expect(subject.invoked(failedFrom(1))).toEqual([2, 3, 4])
    expect(subject.discarded()).toEqual({
      records: [3, 4],
      condition: 'RetryAttemptsExhausted',
      invocations: 2,
    })
  })

  it('bisects at the reported record without using a retry', () => {
    const subject = new Subject(4, { bisectOnError: true, maximumRetryAttempts: 0 })
    expect(subject.invoked(failedFrom(2))).toEqual([1, 2, 3, 4])
    expect(subject.invoked(failedFrom(1))).toEqual([3, 4])
    expect(subject.invoked(SUCCESS)).toEqual([4])
    expect(subject.step().kind).toBe('idle')
  })

  it('that names the first record splits nothing off: it uses a retry', () => {
    const subject = new Subject(3, { bisectOnError: true, maximumRetryAttempts: 1 })
    expect(subject.invoked(failedFrom(0))).toEqual([1, 2, 3])
    expect(subject.invoked(failedFrom(0))).toEqual([1, 2, 3])
    expect(subject.discarded().records).toEqual([1, 2, 3])
  })
})

describe('bisecting', () => {
  it('halves the batch until the poison record is alone, and delivers every other one', () => {
    const subject = new Subject(5, { bisectOnError: true, maximumRetryAttempts: 0 })
    expect(subject.invoked(FAILURE)).toEqual([1, 2, 3, 4, 5])
    expect(subject.invoked(SUCCESS)).toEqual([1, 2, 3])
    expect(subject.invoked(FAILURE)).toEqual([4, 5])
    expect(subject.invoked(FAILURE)).toEqual([4])
    expect(subject.discarded()).toMatchObject({ records: [4], condition: 'RetryAttemptsExhausted' })
    expect(subject.invoked(SUCCESS)).toEqual([5])
  })

  it('does not consume the retry quota', () => {
    const subject = new Subject(4, { bisectOnError: true, maximumRetryAttempts: 2 })
    expect(subject.invoked(FAILURE)).toEqual([1, 2, 3, 4])
    expect(subject.invoked(FAILURE)).toEqual([1, 2])
    for (let attempt = 0; attempt < 3; attempt += 1) expect(subject.invoked(FAILURE)).toEqual([1])
    expect(subject.discarded()).toEqual({
      records: [1],
      condition: 'RetryAttemptsExhausted',
      invocations: 5,
    })
    expect(subject.invoked(SUCCESS)).toEqual([2])
    expect(subject.invoked(SUCCESS)).toEqual([3, 4])
  })
})

describe('retries', () => {
  it.each([
    [0, 1],
    [1, 2],
    [3, 4],
  ])(
    '%i of them make %i invocations, then the whole batch is given up',
    (maximumRetryAttempts, invocations) => {
      const subject = new Subject(3, { batchSize: 2, maximumRetryAttempts })
      for (let attempt = 0; attempt < invocations; attempt += 1)
        expect(subject.invoked(FAILURE)).toEqual([1, 2])
      expect(subject.discarded()).toEqual({
        records: [1, 2],
        condition: 'RetryAttemptsExhausted',
        invocations,
      })
      expect(subject.invoked(SUCCESS)).toEqual([3])
    },
  )

  it('start anew with each batch', () => {
    const subject = new Subject(2, { batchSize: 1, maximumRetryAttempts: 1 })
    subject.invoked(FAILURE)
    subject.invoked(SUCCESS)
    subject.invoked(FAILURE)
    expect(subject.invoked(SUCCESS)).toEqual([2])
  })

  it('are not used up by an invocation that did not take place', () => {
    const subject = new Subject(1, { maximumRetryAttempts: 0 })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(subject.step().kind).toBe('invoke')
      subject.lane.postpone(subject.now)
    }
    expect(subject.now - START).toBe(1000 + 2000 + 4000 + 8000)
    expect(subject.invoked(FAILURE)).toEqual([1])
    expect(subject.discarded()).toMatchObject({ condition: 'RetryAttemptsExhausted', invocations: 1 })
  })
})

describe('the record age', () => {
  it('ends endless retries', () => {
    const subject = new Subject(2, { maximumRecordAge: 60_000 })
    let invocations = 0
    while (subject.step().kind === 'invoke') {
      subject.invoked(FAILURE)
      invocations += 1
    }
    // At 0, 1, 3, 7, 15 and 31 seconds; the one at 63 seconds would be too late.
    expect(invocations).toBe(6)
    expect(subject.discarded()).toEqual({ records: [1, 2], condition: 'RecordAgeExceeded', invocations })
  })

  it('ends a wait as soon as it is exceeded, not when the wait would end', () => {
    const subject = new Subject(1, { maximumRecordAge: 60_000, backoff: () => 3_600_000 })
    subject.invoked(FAILURE)
    expect(subject.discarded().condition).toBe('RecordAgeExceeded')
    expect(subject.now).toBe(START + 60_001)
  })

  it('ends an invocation that never takes place', () => {
    const subject = new Subject(1, { maximumRecordAge: 60_000, maximumRetryAttempts: 0 })
    while (subject.step().kind === 'invoke') subject.lane.postpone(subject.now)
    expect(subject.discarded()).toEqual({ records: [1], condition: 'RecordAgeExceeded', invocations: 0 })
  })

  it('takes the old records of a batch only', () => {
    const lane = new Lane(policy({ maximumRecordAge: 60_000 }))
    lane.offer([record(1), record(2), record(3, { createdAt: START + 50_000 })], START)
    const late = START + 90_000
    const step = lane.next(late)
    expect(step).toMatchObject({ kind: 'discard', condition: 'RecordAgeExceeded' })
    if (step.kind !== 'discard') return
    expect(numbers(step.batch)).toEqual([1, 2])
    lane.discard(step.batch)
    const next = lane.next(late)
    expect(next.kind === 'invoke' && numbers(next.batch)).toEqual([3])
  })

  it('lets a record that is exactly as old through', () => {
    const lane = new Lane(policy({ maximumRecordAge: 60_000 }))
    lane.offer([record(1)], START)
    expect(lane.next(START + 60_000).kind).toBe('invoke')
    expect(lane.next(START + 60_001).kind).toBe('discard')
  })

  it.each([-1, 604_800_000])('is that of the stream, a day, when it is %i', (maximumRecordAge) => {
    const lane = new Lane(policy({ maximumRecordAge }))
    lane.offer([record(1)], START)
    expect(lane.next(START + 86_400_000).kind).toBe('invoke')
    expect(lane.next(START + 86_400_001)).toMatchObject({ condition: 'RecordAgeExceeded' })
  })
})

describe('a batch', () => {
  it('waits for its window', () => {
    const lane = new Lane(policy({ batchingWindow: 5000, batchSize: 3 }))
    lane.offer([record(1)], START)
    lane.offer([record(2)], START + 4000)
    expect(lane.next(START + 4000)).toEqual({ kind: 'wait', until: START + 5000 })
    const step = lane.next(START + 5000)
    expect(step.kind === 'invoke' && numbers(step.batch)).toEqual([1, 2])
  })

  it('does not wait once it is full', () => {
    const lane = new Lane(policy({ batchingWindow: 5000, batchSize: 2 }))
    lane.offer(records(3), START)
    const step = lane.next(START)
    expect(step.kind === 'invoke' && numbers(step.batch)).toEqual([1, 2])
  })

  it('does not grow once it is cut', () => {
    const lane = new Lane(policy())
    lane.offer([record(1)], START)
    lane.next(START)
    lane.offer([record(2)], START)
    const step = lane.next(START)
    expect(step.kind === 'invoke' && numbers(step.batch)).toEqual([1])
  })

  it('is cut by bytes, those around the records included', () => {
    const three = '{"Records":[]}'.length + 3 * (100 + ','.length)
    for (const [maximumBatchBytes, length] of [
      [three, 3],
      [three - 1, 2],
    ] as const) {
      const subject = new Subject(5, { maximumBatchBytes })
      expect(subject.invoked(SUCCESS)).toHaveLength(length)
    }
  })

  it('has at least one record', () => {
    const subject = new Subject(2, { maximumBatchBytes: 1 })
    expect(subject.invoked(SUCCESS)).toEqual([1])
    expect(subject.invoked(SUCCESS)).toEqual([2])
  })
})

describe('going back to the checkpoint', () => {
  it('puts the rest of a split batch together again and forgets attempts and waits', () => {
    const subject = new Subject(4, { bisectOnError: true, maximumRetryAttempts: 0 })
    subject.invoked(FAILURE)
    subject.invoked(failedFrom(1))
    subject.lane.rewind(subject.now)
    expect(subject.lane.next(subject.now)).toMatchObject({ kind: 'invoke' })
    expect(subject.invoked(SUCCESS)).toEqual([2, 3, 4])
  })
})
