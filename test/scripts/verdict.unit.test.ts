import { describe, expect, it } from 'vitest'
import type { CommittedEvent, Observations, ObservedArrival } from '../../scripts/chaos/observations.js'
import { judge } from '../../scripts/chaos/verdict.js'
import { anInvocation } from './an-invocation.js'

const event = (sequence: string, detail = `{"of":"${sequence}"}`): CommittedEvent => ({
  aggregate: 'OUTBOX#Account#1',
  sequence,
  detail,
})
const arrival = (eventId: string, detail: string, at = 0): ObservedArrival => ({
  eventId,
  at,
  body: `{"version":"0","detail":${detail}}`,
})
const A = event('1.0')
const B = event('1.1')

/** Two events of an account, which arrived in order. */
const GOOD: Observations = {
  committed: new Map([
    ['a', A],
    ['b', B],
  ]),
  arrivals: [arrival('a', A.detail), arrival('b', B.detail)],
  notices: new Map(),
  inDeadLetterQueue: new Set(),
  invocations: [],
  kills: 1,
}

const judged = (changed: Partial<Observations> = {}): ReturnType<typeof judge> =>
  judge({ ...GOOD, ...changed }, { events: 2, kills: 1, seed: 7 })

describe('the verdict of a chaos run', () => {
  it('finds nothing where everything arrived once', () => {
    expect(judged()).toEqual({
      result: {
        committed: 2,
        delivered: 2,
        lost: 0,
        phantom: 0,
        duplicates: 0,
        duplicateBound: 0,
        reordered: 0,
        deadLettered: 0,
        redriven: 0,
        kills: 1,
        seed: 7,
        altered: 0,
      },
      faults: [],
    })
  })

  it('calls lost what neither arrived nor lies in the dead-letter queue', () => {
    const arrivals = GOOD.arrivals.slice(0, 1)
    expect(judged({ arrivals })).toMatchObject({
      result: { lost: 1, delivered: 1 },
      faults: ['1 event lost: b'],
    })
    // Told once, taken out of the queue, and gone.
    const notices = new Map([['b', 0]])
    expect(judged({ arrivals, notices }).result).toMatchObject({ lost: 1, deadLettered: 1, redriven: 0 })
    const inDeadLetterQueue = new Set(['b'])
    expect(judged({ arrivals, notices, inDeadLetterQueue })).toMatchObject({
      result: { lost: 0, delivered: 1, deadLettered: 1 },
      faults: [],
    })
  })

  it('calls redriven what arrived after it was told dead', () => {
    const arrivals = [arrival('a', A.detail, 50), arrival('b', B.detail, 200)]
    const notices = new Map([
      ['a', 100],
      ['b', 100],
    ])
    expect(judged({ arrivals, notices }).result).toMatchObject({ deadLettered: 2, redriven: 1 })
  })

  it('calls a phantom what nobody committed', () => {
    const arrivals = [...GOOD.arrivals, arrival('x', '{}')]
    expect(judged({ arrivals })).toMatchObject({
      result: { phantom: 1, delivered: 2 },
      faults: ['1 event came although nobody committed it: x'],
    })
  })

  it('sees a single changed byte, also of an arrival that comes later', () => {
    const arrivals = [...GOOD.arrivals, arrival('b', '{"of": "1.1"}')]
    const invocations = [anInvocation({ accepted: { b: 1 }, killed: true })]
    expect(judged({ arrivals, invocations })).toMatchObject({
      result: { altered: 1 },
      faults: ['1 event came with other bytes: b'],
    })
  })

  it('takes duplicates that are explained, and no other', () => {
    const arrivals = [...GOOD.arrivals, arrival('b', B.detail)]
    const killed = (eventId: string): Pick<Observations, 'invocations'> => ({
      invocations: [anInvocation({ accepted: { [eventId]: 1 }, killed: true })],
    })
    expect(judged({ arrivals, ...killed('b') })).toMatchObject({
      result: { duplicates: 1, duplicateBound: 1 },
      faults: [],
    })
    expect(judged({ arrivals }).faults).toEqual(['1 event came more often than anything explains: b'])
    // The sum would be right, but it was another event that was in flight.
    expect(judged({ arrivals, ...killed('a') })).toMatchObject({
      result: { duplicates: 1, duplicateBound: 1 },
      faults: ['1 event came more often than anything explains: b'],
    })
  })

  it('counts events that came after a later one of their aggregate, by first arrival', () => {
    const committed = new Map([
      ...GOOD.committed,
      ['c', event('2.0')],
      ['other', { ...A, aggregate: 'OUTBOX#x#2' }],
    ])
    const inOrder = (...ids: string[]): readonly ObservedArrival[] =>
      ids.map((id) => arrival(id, committed.get(id)?.detail ?? ''))
    const reordered = (...ids: string[]): number =>
      judged({ committed, arrivals: inOrder(...ids) }).result.reordered
    expect(reordered('a', 'b', 'c', 'a', 'other')).toBe(0)
    expect(reordered('c', 'a', 'other', 'b')).toBe(2)
    expect(reordered('b', 'a', 'c')).toBe(1)
  })

  it('wants as many events and kills as were asked for', () => {
    expect(judged({ kills: 0 }).faults).toEqual(['Expected 1 kills that hit a call, got 0'])
    const committed = new Map([['a', A]])
    const arrivals = GOOD.arrivals.slice(0, 1)
    expect(judged({ committed, arrivals }).faults).toEqual(['Expected 2 events committed, got 1'])
  })
})
