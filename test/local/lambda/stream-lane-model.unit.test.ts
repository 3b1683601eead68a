import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type BatchOutcome,
  batchOutcome,
} from '../../../lib/local/lambda/event-source-mapping/stream/batch-outcome.js'
import { Lane } from '../../../lib/local/lambda/event-source-mapping/stream/lane.js'
import type { StreamPolicy } from '../../../lib/local/lambda/event-source-mapping/stream/stream-policy.js'
import type { StreamRecord } from '../../../lib/local/lambda/event-source-mapping/stream/stream-record.js'
import { numbers, policy, record, START } from './stream-fixture.js'

/** Answers of which the documentation says what they mean, whatever the batch. */
const ANSWERS = {
  success: [null, {}, { batchItemFailures: null }, { batchItemFailures: [] }],
  failure: [
    { batchItemFailures: [{ itemIdentifier: '' }] },
    { batchItemFailures: [{ itemIdentifier: null }] },
    { batchItemFailures: [{ itemId: `1${'0'.repeat(20)}` }] },
    { batchItemFailures: [{ itemIdentifier: '9'.repeat(30) }] },
    { batchItemFailures: [null] },
    { batchItemFailures: 'all' },
    'done',
  ],
} as const

/**
 * How an invocation ends. `at` is the share of the batch that is done before the first failure, `more` whether a later
 * one is reported, too, and first; `wrong` whether an identifier of no record is among them.
 */
type Ending =
  | 'success'
  | 'throws'
  | 'time-out'
  | 'throttled'
  | { readonly at: number; readonly more: boolean; readonly wrong: boolean }
  | { readonly kind: 'success' | 'failure'; readonly answer: unknown }

/** Milliseconds. */
const TIMEOUT = 30_000

interface Settings {
  readonly count: number
  readonly batchSize: number
  readonly bisect: boolean
  readonly retries: number
}

const ending: fc.Arbitrary<Ending> = fc.oneof(
  fc.constantFrom<Ending>('success', 'throws', 'time-out', 'throttled'),
  fc.record({
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    more: fc.boolean(),
    wrong: fc.boolean(),
  }),
  fc.constantFrom<Ending>(
    ...ANSWERS.success.map((answer) => ({ kind: 'success' as const, answer })),
    ...ANSWERS.failure.map((answer) => ({ kind: 'failure' as const, answer })),
  ),
)
const settings: fc.Arbitrary<Settings> = fc.record({
  count: fc.integer({ min: 0, max: 12 }),
  batchSize: fc.integer({ min: 1, max: 7 }),
  bisect: fc.boolean(),
  retries: fc.integer({ min: -1, max: 3 }),
})

/** After the endings given, every invocation succeeds. */
function script(endings: readonly Ending[]): () => Ending {
  let next = 0
  return () => endings[next++] ?? 'success'
}

/** The documented rules, as a recursion over ranges of records: what is invoked and given up, in order. */
function reference({ count, batchSize, bisect, retries }: Settings, ends: () => Ending): string[] {
  const trace: string[] = []
  const again = (from: number, to: number, used: number): void => {
    if (used === retries) trace.push(`discard ${from}-${to}`)
    else attempt(from, to, used + 1)
  }
  const attempt = (from: number, to: number, used: number): void => {
    trace.push(`invoke ${from}-${to}`)
    const end = ends()
    const isSuccess =
      end === 'success' || (typeof end === 'object' && 'kind' in end && end.kind === 'success')
    const fails = end === 'throws' || end === 'time-out' || (typeof end === 'object' && isFailure(end))
    if (isSuccess) return
    if (end === 'throttled') attempt(from, to, used)
    else if (fails && bisect && to > from) {
      const middle = from + Math.ceil((to - from + 1) / 2)
      attempt(from, middle - 1, used)
      attempt(middle, to, used)
    } else if (fails || typeof end !== 'object' || !('at' in end)) again(from, to, used)
    else {
      const done = Math.floor(end.at * (to - from + 1))
      if (bisect && done > 0) attempt(from + done, to, used)
      else again(from + done, to, used)
    }
  }
  for (let from = 1; from <= count; from += batchSize) {
    attempt(from, Math.min(count, from + batchSize - 1), 0)
  }
  return trace
}

interface Run {
  readonly trace: string[]
  /** What was delivered or given up, in the order in which it was done. */
  readonly done: unknown[]
  readonly lateInvocations: number
}

function run(lane: Lane, ends: () => Ending, maximumAge: number): Run {
  const trace: string[] = []
  const done: unknown[] = []
  let lateInvocations = 0
  let now = START
  for (;;) {
    const step = lane.next(now)
    if (step.kind === 'wait') {
      if (step.until === undefined) return { trace, done, lateInvocations }
      expect(step.until).toBeGreaterThan(now)
      now = step.until
      continue
    }
    const range = numbers(step.batch)
    trace.push(`${step.kind} ${range[0]}-${range.at(-1)}`)
    if (step.kind === 'discard') {
      lane.discard(step.batch)
      done.push(...range)
      continue
    }
    if (step.batch.records.some(({ createdAt }) => createdAt + maximumAge < now)) lateInvocations += 1
    const end = ends()
    if (end === 'throttled') {
      lane.postpone(now)
      continue
    }
    if (end === 'time-out') now += TIMEOUT
    const outcome = outcomeOf(end, step.batch.records)
    lane.settle(outcome, { requestId: 'request' }, now)
    if (outcome.kind === 'success') done.push(...range)
    if (outcome.kind === 'partial') done.push(...range.slice(0, outcome.firstFailed))
  }
}

/** A complete failure, as the documentation has it: one identifier that is not understood is enough. */
function isFailure(end: Exclude<Ending, string>): boolean {
  return 'kind' in end ? end.kind === 'failure' : end.wrong
}

/** The function's answer as JSON, read as the mapping reads it. */
function outcomeOf(end: Exclude<Ending, 'throttled'>, records: readonly StreamRecord[]): BatchOutcome {
  if (end === 'throws' || end === 'time-out') return { kind: 'failure' }
  const sequenceNumbers = records.map(({ sequenceNumber }) => sequenceNumber)
  if (end === 'success') return batchOutcome(null, sequenceNumbers)
  if ('answer' in end) return batchOutcome(end.answer, sequenceNumbers)
  const first = Math.floor(end.at * records.length)
  const identifiers = [
    ...(end.more ? [sequenceNumbers.at(-1)] : []),
    sequenceNumbers[first],
    ...(end.wrong ? ['9'.repeat(30)] : []),
  ]
  return batchOutcome(
    { batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })) },
    sequenceNumbers,
  )
}

function policyOf({ batchSize, bisect, retries }: Settings, over: Partial<StreamPolicy> = {}): StreamPolicy {
  return policy({
    batchSize,
    bisectOnError: bisect,
    maximumRetryAttempts: retries,
    backoff: () => 1,
    ...over,
  })
}

it('invokes and gives up exactly what the reference model does, in its order', () => {
  fc.assert(
    fc.property(settings, fc.array(ending, { maxLength: 40 }), (given, endings) => {
      const lane = new Lane(policyOf(given))
      for (let n = 1; n <= given.count; n += 1) lane.offer([record(n)], START)
      const { trace } = run(lane, script(endings), Number.POSITIVE_INFINITY)
      expect(trace).toEqual(reference(given, script(endings)))
    }),
    { numRuns: 500 },
  )
})

it('finishes every record exactly once, in stream order, and invokes with none that is too old', () => {
  fc.assert(
    fc.property(
      settings,
      fc.array(ending, { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 6000 }),
      fc.integer({ min: 1, max: 3000 }),
      (given, endings, ages, maximumRecordAge, backoff) => {
        const lane = new Lane(policyOf(given, { maximumRecordAge, backoff: () => backoff }))
        const born = ages.map((age) => START - age).sort((a, b) => a - b)
        const offered = Array.from({ length: given.count }, (_, index) =>
          record(index + 1, { createdAt: born[index] ?? START }),
        )
        lane.offer(offered, START)
        const { done, lateInvocations } = run(lane, script(endings), maximumRecordAge)
        expect(done).toEqual(offered.map((_, index) => index + 1))
        expect(lateInvocations).toBe(0)
        expect(lane.backlog).toBe(0)
      },
    ),
    { numRuns: 500 },
  )
})
