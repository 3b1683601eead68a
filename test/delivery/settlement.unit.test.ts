import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../lib/delivery/outcome.js'
import type { PendingRow } from '../../lib/delivery/pending-row.js'
import { settlements } from '../../lib/delivery/settlement.js'
import { fenceTime } from '../../lib/store/fence.js'
import type { RowChange } from '../../lib/store/outbox-store.js'
import { START } from './fake-clock.js'
import { makeRow, makeRows } from './make-row.js'

const ERROR = { code: 'InvalidArgument', message: 'Not this one' }
const RECORD: Outcome = { kind: 'record', error: ERROR }
const DENIED: Outcome = { kind: 'denied', error: { code: 'AccessDeniedException', message: 'No' } }
const ALONG: Outcome = { kind: 'along' }
const ISOLATED: Outcome = { kind: 'isolated', error: ERROR }
const REJECTED: Outcome = { kind: 'rejected', error: ERROR }

const SECOND = 1_000
const MINUTE = 60 * SECOND
const BACKOFF = { base: MINUTE, cap: 15 * MINUTE }

function changeOf(row: PendingRow, outcome: Outcome, random = 0.5): RowChange | undefined {
  return settlements([row], () => outcome, {
    now: START,
    random: () => random,
    retentionSeconds: 3_600,
    backoff: BACKOFF,
  })[0]?.change
}

function dueTimes(
  rows: readonly PendingRow[],
  outcome: Outcome = ALONG,
  dueAfter?: (row: PendingRow) => string | undefined,
): number[] {
  let calls = 0
  // A jitter that differs at each call: one call per aggregate is what keeps the order.
  const random = (): number => (calls++ % 2 === 0 ? 0.9 : 0)
  return settlements(
    rows,
    () => outcome,
    { now: START, random, retentionSeconds: 1, backoff: BACKOFF },
    dueAfter,
  ).map(({ change }) => fenceTime(String(change?.values.newDue)))
}

describe('the step that an outcome demands', () => {
  const row = makeRow({ aggregateId: 'a', id: 'a1' })
  const shard = row.shard.slice(1)

  it('held: none', () => {
    expect(changeOf(row, { kind: 'held', error: ERROR })).toBeUndefined()
  })

  it('published: marked with its time, to expire in seconds since the epoch', () => {
    expect(changeOf(row, { kind: 'published' })).toEqual({
      key: row.key,
      transition: 'publish',
      values: { publishedAt: '2026-03-01T12:00:00.000Z', expiresAt: START / SECOND + 3_600 },
    })
  })

  it('rejected: dead under the fence, with its notice owed', () => {
    const change = changeOf(row, REJECTED)
    expect(change).toEqual({
      key: row.key,
      transition: 'die',
      values: {
        seenDue: row.due,
        newShard: `N${shard}`,
        newDue: expect.stringMatching(/^2026-03-01T12:00:00\.000Z#[0-9a-f]{8}$/),
        diedAt: change?.values.newDue,
        deaths: 1,
        attempts: 1,
        failedAt: '2026-03-01T12:00:00.000Z',
        error: 'InvalidArgument: Not this one',
      },
    })
  })

  it('record: handed over under the fence, with the failure on its account', () => {
    expect(changeOf(row, RECORD)).toEqual({
      key: row.key,
      transition: 'handOverFailed',
      values: {
        seenDue: row.due,
        newShard: `R${shard}`,
        newDue: expect.stringMatching(/^2026-03-01T12:00:45\.000Z#[0-9a-f]{8}$/),
        attempts: 1,
        failedAt: '2026-03-01T12:00:00.000Z',
        error: 'InvalidArgument: Not this one',
      },
    })
  })

  it.each([ISOLATED, ALONG, DENIED])('$kind: handed over under the fence, without an attempt', (outcome) => {
    expect(changeOf(row, outcome)).toEqual({
      key: row.key,
      transition: 'handOver',
      values: {
        seenDue: row.due,
        newShard: `R${shard}`,
        newDue: expect.stringMatching(/^2026-03-01T12:00:45/),
      },
    })
  })

  it('counts on, and keeps the time of the first failure', () => {
    const item = { obAttempts: 3, obDeaths: 2, obFailedAt: '2026-02-28T00:00:00.000Z' }
    const before = makeRow({ aggregateId: 'a', id: 'a1', item })
    const kept = { attempts: 4, failedAt: '2026-02-28T00:00:00.000Z' }
    expect(changeOf(before, RECORD)?.values).toMatchObject(kept)
    expect(changeOf(before, REJECTED)?.values).toMatchObject({ ...kept, deaths: 3 })
  })

  it('writes a fence that nobody has had', () => {
    const fences = Array.from({ length: 100 }, () => changeOf(row, ALONG)?.values.newDue)
    expect(new Set(fences).size).toBe(100)
  })

  it('keeps the error short and without payload control characters', () => {
    const error = { code: 'Odd', message: `line\n\u0000break ${'é'.repeat(600)}` }
    const text = String(changeOf(row, { kind: 'record', error })?.values.error)
    expect(text).toMatch(/^Odd: line break é+$/)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(512)
  })
})

describe('an event that is given up', () => {
  const HOUR = 60 * MINUTE
  const settle = (outcome: Outcome, obFailedAt: string | undefined): RowChange | undefined =>
    settlements([makeRow({ id: 'a1', item: { obAttempts: 5, obFailedAt } })], () => outcome, {
      now: START,
      random: () => 0.5,
      retentionSeconds: 1,
      backoff: BACKOFF,
      giveUpAfter: 24 * HOUR,
    })[0]?.change

  const dayAgo = new Date(START - 24 * HOUR).toISOString()

  it('failed by itself, and did so a day ago for the first time', () => {
    expect(settle(RECORD, dayAgo)).toMatchObject({
      transition: 'die',
      values: { attempts: 6, failedAt: dayAgo, deaths: 1, error: 'InvalidArgument: Not this one' },
    })
  })

  it.each([undefined, new Date(START - 24 * HOUR + 1).toISOString(), new Date(START + HOUR).toISOString()])(
    'did not fail for the first time at %s',
    (obFailedAt) => {
      expect(settle(RECORD, obFailedAt)?.transition).toBe('handOverFailed')
    },
  )

  it.each([ISOLATED, ALONG, DENIED])('does not end as $kind, however long it has failed', (outcome) => {
    expect(settle(outcome, dayAgo)?.transition).toBe('handOver')
  })

  it('is none where nobody gives up', () => {
    const row = makeRow({ id: 'a1', item: { obFailedAt: '2020-01-01T00:00:00.000Z' } })
    expect(changeOf(row, RECORD)?.transition).toBe('handOverFailed')
  })
})

describe('a wait by age', () => {
  const wait = (outcome: Outcome, ageMinutes: number, obAttempts = 0): number => {
    const obTime = new Date(START - ageMinutes * MINUTE).toISOString()
    const row = makeRow({ id: 'a1', item: { obTime, obAttempts } })
    const [settled] = settlements([row], () => outcome, {
      now: START,
      random: () => 0,
      retentionSeconds: 1,
      backoff: BACKOFF,
      waitsByAge: true,
    })
    return (2 * (fenceTime(String(settled?.change?.values.newDue)) - START)) / MINUTE
  }

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 2],
    [5, 4],
    [100, 15],
    [-5, 1],
  ])('of an event of %i minutes that nothing counts is up to %i minutes', (age, minutes) => {
    expect(wait(DENIED, age)).toBe(minutes)
    expect(wait(ISOLATED, age)).toBe(minutes)
  })

  it('counts where something is counted', () => {
    expect(wait(RECORD, 100, 1)).toBe(2)
  })
})

describe('the back-off', () => {
  const waits = (attempts: number, random: number): number => {
    const row = makeRow({ id: 'a1', item: { obAttempts: attempts } })
    return fenceTime(String(changeOf(row, RECORD, random)?.values.newDue)) - START
  }

  it.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 15],
    [5, 15],
    [60, 15],
    [2_000, 15],
  ])('after %i failures lies between half and all of %i minutes', (attempts, minutes) => {
    expect(waits(attempts, 0)).toBe((minutes * MINUTE) / 2)
    const longest = waits(attempts, 1 - Number.EPSILON)
    expect(longest).toBeLessThanOrEqual(minutes * MINUTE)
    expect(longest).toBeGreaterThan(minutes * MINUTE - 2)
  })
})

describe('the events of an aggregate that leave together', () => {
  it('fall due in their order, a millisecond apart, with one jitter', () => {
    const first = START + 57 * SECOND
    const second = START + 30 * SECOND
    expect(dueTimes(makeRows('abaab'))).toEqual([first, second, first + 1, first + 2, second + 1])
  })

  it('fall due in their order whatever has failed before, and whichever failed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            aggregateId: fc.constantFrom('a', 'b', 'c'),
            attempts: fc.nat(20),
            outcome: fc.constantFrom<Outcome>(RECORD, ISOLATED, ALONG, REJECTED, { kind: 'published' }),
            /** Where an earlier event of the aggregate stands. Milliseconds from now. */
            before: fc.option(fc.integer({ min: -MINUTE, max: 20 * MINUTE }), { nil: undefined }),
          }),
          { maxLength: 30 },
        ),
        fc.float({ min: 0, max: Math.fround(0.99), noNaN: true }),
        (parts, random) => {
          const rows = parts.map(({ aggregateId, attempts }, index) =>
            makeRow({ aggregateId, id: String(index), item: { obAttempts: attempts } }),
          )
          const before = new Map(
            rows.flatMap((row, index) => {
              const offset = parts[index]?.before
              return offset === undefined ? [] : [[row, START + offset] as const]
            }),
          )
          const outcomes = new Map(rows.map((row, index) => [row, parts[index]?.outcome ?? ALONG]))
          const fence = (row: PendingRow): string | undefined => {
            const time = before.get(row)
            return time === undefined ? undefined : `${new Date(time).toISOString()}#00000000`
          }
          const last = new Map<string, number>()
          const settled = settlements(
            rows,
            (row) => outcomes.get(row) ?? ALONG,
            { now: START, random: () => random, retentionSeconds: 1, backoff: BACKOFF },
            fence,
          )
          for (const { row, change } of settled) {
            if (change?.transition !== 'handOver' && change?.transition !== 'handOverFailed') continue
            const due = fenceTime(String(change.values.newDue))
            expect(due).toBeGreaterThan(last.get(row.identity.aggregateId) ?? 0)
            expect(due).toBeGreaterThan(before.get(row) ?? 0)
            last.set(row.identity.aggregateId, due)
          }
        },
      ),
    )
  })

  it('fall due behind an earlier one that has left before', () => {
    const [a1, a2, b1] = makeRows('aab')
    if (a1 === undefined || a2 === undefined || b1 === undefined) throw new TypeError('three rows')
    const after = '2026-03-01T12:10:00.000Z#0badcafe'
    const times = dueTimes([a1, a2, b1], ALONG, (row) => (row === b1 ? undefined : after))
    const ten = START + 10 * MINUTE
    expect(times).toEqual([ten + 1, ten + 2, START + 57 * SECOND])
  })

  it('fall due after their back-off where the earlier fence was edited into something that is no time', () => {
    expect(dueTimes(makeRows('a'), ALONG, () => 'soon')).toEqual([START + 57 * SECOND])
  })
})
