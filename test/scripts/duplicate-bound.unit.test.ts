import { describe, expect, it } from 'vitest'
import { duplicateBounds } from '../../scripts/chaos/duplicate-bound.js'
import { anInvocation } from './an-invocation.js'

const accepted = { e: 1 }

describe('how often an event may come more than once', () => {
  it.each([
    ['sent and marked', anInvocation({ accepted, marked: ['e'] }), 0],
    ['sent, and nobody tried to mark it', anInvocation({ accepted }), 0],
    [
      'sent and marked by one that was killed after that',
      anInvocation({ accepted, marked: ['e'], killed: true }),
      0,
    ],
    ['sent by one that was killed before the mark', anInvocation({ accepted, killed: true }), 1],
    ['sent, and the mark failed', anInvocation({ accepted, markTried: ['e'] }), 1],
    [
      'sent in a call whose answer was lost, and again',
      anInvocation({ accepted: { e: 2 }, unanswered: { e: 1 }, marked: ['e'] }),
      1,
    ],
    [
      'sent in a call whose answer was lost because the caller was killed',
      anInvocation({ accepted, unanswered: { e: 1 }, killed: true }),
      1,
    ],
    ['sent twice without a reason', anInvocation({ accepted: { e: 2 }, marked: ['e'] }), 0],
  ])('%s', (_, invocation, bound) => {
    expect(duplicateBounds([invocation]).get('e') ?? 0).toBe(bound)
  })

  it('two workers that have it at once may both send it', () => {
    const one = anInvocation({ begin: 1, end: 4, accepted, marked: ['e'] })
    const other = anInvocation({ begin: 3, end: 6, accepted, marked: ['e'] })
    expect(duplicateBounds([other, one])).toEqual(new Map([['e', 1]]))
  })

  it('one worker after the other may not, unless the first was killed', () => {
    const after = anInvocation({ begin: 3, end: 4, accepted, marked: ['e'] })
    expect(duplicateBounds([anInvocation({ accepted, marked: ['e'] }), after]).size).toBe(0)
    expect(duplicateBounds([anInvocation({ accepted, killed: true }), after])).toEqual(new Map([['e', 1]]))
  })

  it('is counted for each event by itself', () => {
    const killed = anInvocation({ accepted: { a: 1, b: 1, c: 1 }, marked: ['b'], killed: true })
    expect(duplicateBounds([killed, killed])).toEqual(
      new Map([
        ['a', 2],
        ['c', 2],
      ]),
    )
  })
})
