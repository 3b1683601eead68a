import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateKey } from '../../lib/delivery/pending-row.js'
import type {
  EntryResult,
  OutgoingEvent,
  SendError,
  SendResult,
} from '../../lib/destination/event-destination.js'
import { CALL_TIMEOUT, deliver } from './deliver.js'
import { START } from './fake-clock.js'
import { idOf, makeRow, makeRows } from './make-row.js'
import {
  ACCEPTED,
  answered,
  CALL_REFUSED,
  DENIED,
  INTERNAL,
  MALFORMED,
  REFUSED,
  THROTTLED,
  TOO_LARGE,
  UNAVAILABLE,
} from './scripted-destination.js'

const entryResults = fc.constantFrom<EntryResult>(
  ACCEPTED,
  ACCEPTED,
  ACCEPTED,
  THROTTLED,
  INTERNAL,
  REFUSED,
  MALFORMED,
)

/** One answer: of the whole call, or of its entries (as many as there are, or fewer). */
const answers = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<SendResult>(UNAVAILABLE, CALL_REFUSED, TOO_LARGE) },
  { weight: 4, arbitrary: fc.array(entryResults, { minLength: 0, maxLength: 10 }) },
)

const runs = fc.record({
  aggregates: fc.array(fc.constantFrom(...'abcdefg'), { maxLength: 40 }),
  /** Rows that can never be sent. */
  faults: fc.array(fc.nat(39), { maxLength: 3 }),
  answers: fc.array(answers, { maxLength: 30 }),
  probes: fc.array(fc.constantFrom<SendError | undefined>(undefined, DENIED), { maxLength: 20 }),
  lasts: fc.integer({ min: 0, max: CALL_TIMEOUT }),
  sendFor: fc.integer({ min: 0, max: 60_000 }),
  strictOrder: fc.boolean(),
})

interface Script {
  readonly answers: readonly (SendResult | readonly EntryResult[])[]
  readonly probes: readonly (SendError | undefined)[]
}

/** Answers as listed; once the list is used up, everything passes. */
function scripted({ answers: list, probes }: Script) {
  let calls = 0
  let asked = 0
  return {
    answer: (events: readonly OutgoingEvent[]): SendResult => {
      const next = list[calls]
      calls += 1
      if (next === undefined) return answered(events.map(() => ACCEPTED))
      return 'kind' in next ? next : answered(next.slice(0, events.length))
    },
    probe: (): SendError | undefined => {
      asked += 1
      return probes[asked - 1]
    },
  }
}

function rowsOf(aggregates: readonly string[], faults: readonly number[]) {
  return makeRows(aggregates).map((row, index) =>
    faults.includes(index)
      ? makeRow({
          aggregateId: row.identity.aggregateId,
          id: row.identity.eventId,
          item: { obDetail: 'no JSON' },
        })
      : row,
  )
}

describe('whatever the destination answers', () => {
  it('each row has one outcome, and is published exactly if it was accepted', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ aggregates, faults, lasts, sendFor, strictOrder, ...script }) => {
        const rows = rowsOf(aggregates, faults)
        const run = await deliver(rows, { ...scripted(script), lasts }, { strictOrder, sendFor })
        expect(new Set(run.outcomes.keys())).toEqual(new Set(rows))

        const accepted = new Set(run.destination.accepted.map(idOf))
        const published = rows.filter((row) => run.outcomes.get(row)?.kind === 'published')
        expect(new Set(published.map(({ identity }) => identity.eventId))).toEqual(accepted)
        // What was accepted is not sent again.
        expect(run.destination.accepted).toHaveLength(accepted.size)
      }),
      { numRuns: 500 },
    )
  })

  it('no call and no probe is under way after the time to send', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ aggregates, faults, lasts, sendFor, strictOrder, ...script }) => {
        // One lane: the clock of the test adds up what lanes do at the same time. Calls that are too large would make
        // several of it.
        const rows = rowsOf(aggregates, faults).slice(0, 10)
        const answers = script.answers.filter((answer) => !('kind' in answer && answer.kind === 'too-large'))
        const run = await deliver(
          rows,
          { ...scripted({ ...script, answers }), lasts },
          { strictOrder, sendFor },
        )
        expect(Math.max(START, ...run.destination.endedAt)).toBeLessThanOrEqual(START + sendFor)
      }),
      { numRuns: 500 },
    )
  })

  it('nothing leaves or is blamed while nothing passes, and an outage is said', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ aggregates, strictOrder, answers: list }) => {
        const rows = makeRows(aggregates)
        const failing = list.map((answer) =>
          'kind' in answer ? answer : answer.map((entry) => (entry === REFUSED ? REFUSED : INTERNAL)),
        )
        const forEver = scripted({ answers: failing, probes: [] }).answer
        const run = await deliver(
          rows,
          {
            answer: (events) => {
              const answer = forEver(events)
              const passes =
                answer.kind === 'answered' && answer.entries.some(({ kind }) => kind === 'accepted')
              return passes ? UNAVAILABLE : answer
            },
            probe: () => DENIED,
          },
          { strictOrder },
        )
        expect([...run.outcomes.values()].filter(({ kind }) => kind !== 'held')).toEqual([])
        if (rows.length > 0) expect(run.outage).toBeDefined()
      }),
      { numRuns: 200 },
    )
  })

  it('an aggregate is first accepted in its order, unless a call failed in part', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ aggregates, answers: list, probes, lasts, sendFor, strictOrder }) => {
        const rows = makeRows(aggregates)
        const whole = list.map((answer) => ('kind' in answer ? answer : UNAVAILABLE))
        const run = await deliver(
          rows,
          { ...scripted({ answers: whole, probes }), lasts },
          { strictOrder, sendFor },
        )
        expectOrder(rows, run.destination.accepted)
      }),
      { numRuns: 300 },
    )
  })

  it('in strict order an aggregate is accepted in its order even then, past rejected ones only', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ({ aggregates, faults, lasts, sendFor, ...script }) => {
        const rows = rowsOf(aggregates, faults)
        const run = await deliver(rows, { ...scripted(script), lasts }, { strictOrder: true, sendFor })
        expectOrder(rows, run.destination.accepted)
        const stopped = new Set<string>()
        for (const row of rows) {
          const kind = run.outcomes.get(row)?.kind
          if (kind === 'published') expect(stopped.has(aggregateKey(row))).toBe(false)
          else if (kind !== 'rejected') stopped.add(aggregateKey(row))
        }
      }),
      { numRuns: 500 },
    )
  })
})

function expectOrder(rows: ReturnType<typeof makeRows>, accepted: readonly OutgoingEvent[]): void {
  const place = new Map(rows.map(({ identity }, index) => [identity.eventId, index]))
  const last = new Map<string, number>()
  for (const event of accepted) {
    const index = place.get(idOf(event)) ?? Number.NaN
    const row = rows[index]
    const key = row === undefined ? '' : aggregateKey(row)
    expect(index).toBeGreaterThan(last.get(key) ?? -1)
    last.set(key, index)
  }
}
