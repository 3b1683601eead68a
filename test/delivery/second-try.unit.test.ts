import { describe, expect, it } from 'vitest'
import { CALL_TIMEOUT, deliver } from './deliver.js'
import { idOf, makeRows } from './make-row.js'
import {
  ACCEPTED,
  answered,
  CALL_REFUSED,
  DENIED,
  each,
  INTERNAL,
  REFUSED,
  THROTTLED,
  UNAVAILABLE,
} from './scripted-destination.js'

describe('what was refused before the probe passed', () => {
  it('is sent once more: the outage may have ended between the two', async () => {
    const { kinds, outage, retried, destination } = await deliver(makeRows('a'), {
      answer: each((_, tries) => (tries === 0 ? REFUSED : ACCEPTED)),
    })
    expect([kinds, outage, retried]).toEqual([{ a1: 'published' }, undefined, 1])
    expect([destination.calls.length, destination.probes]).toEqual([2, 1])
  })

  it('is sent once more as a whole call, too', async () => {
    let calls = 0
    const { kinds } = await deliver(makeRows('a'), {
      answer: (events) => {
        calls += 1
        return calls === 1 ? CALL_REFUSED : answered(events.map(() => ACCEPTED))
      },
    })
    expect(kinds).toEqual({ a1: 'published' })
  })

  it('is blamed when it is refused again', async () => {
    const { kinds, destination } = await deliver(makeRows('a'), { answer: each(() => REFUSED) })
    expect([kinds, destination.calls.length, destination.probes]).toEqual([{ a1: 'record' }, 2, 1])
  })

  it('is sent in its order, with what went along', async () => {
    let calls = 0
    const { kinds, destination } = await deliver(makeRows('aabb'), {
      answer: (events) => {
        calls += 1
        // The whole, its halves, and their first ones.
        return calls > 5 ? answered(events.map(() => ACCEPTED)) : CALL_REFUSED
      },
    })
    expect(kinds).toEqual({ a1: 'published', a2: 'published', b1: 'published', b2: 'published' })
    expect(destination.accepted.map(idOf)).toEqual(['a1', 'a2', 'b1', 'b2'])
  })

  it('is not sent again while others of its call pass', async () => {
    const { destination } = await deliver(makeRows('ab'), {
      answer: each((event) => (idOf(event) === 'a1' ? REFUSED : ACCEPTED)),
    })
    expect([destination.calls.length, destination.probes]).toEqual([1, 0])
  })

  it('is held when the second try meets an outage', async () => {
    let calls = 0
    const { kinds, outage } = await deliver(
      makeRows('a'),
      {
        answer: () => {
          calls += 1
          return calls === 1 ? answered([REFUSED]) : UNAVAILABLE
        },
        probe: () => (calls > 1 ? DENIED : undefined),
      },
      { retryFor: 6_000 },
    )
    expect([kinds, outage]).toEqual([
      { a1: 'held' },
      { code: 'InternalException', message: 'Service Unavailable' },
    ])
  })

  it('is held when there is no time for a second try: nothing is proven', async () => {
    const { kinds, destination } = await deliver(
      makeRows('a'),
      { answer: each(() => REFUSED), lasts: 3_000 },
      { sendFor: 2 * 3_000 + CALL_TIMEOUT - 1 },
    )
    expect([kinds, destination.calls.length, destination.probes]).toEqual([{ a1: 'held' }, 1, 1])
  })

  it('does not pass an event of its aggregate that failed inside the destination', async () => {
    const { kinds, destination } = await deliver(makeRows('aa'), {
      answer: each((event) => (idOf(event) === 'a1' ? INTERNAL : REFUSED)),
    })
    expect(kinds).toEqual({ a1: 'isolated', a2: 'record' })
    expect(destination.calls.map((call) => call.map(idOf).join(' '))).toEqual(['a1 a2', 'a1', 'a1', 'a1'])
  })
})

describe('denied', () => {
  const denied = { kind: 'denied', error: DENIED } as const

  it('is an entry that may not be sent while others of the call pass', async () => {
    const { outcomes, kinds, destination } = await deliver(makeRows('abc'), {
      answer: each((event) => (idOf(event) === 'b1' ? denied : ACCEPTED)),
    })
    expect(kinds).toEqual({ a1: 'published', b1: 'denied', c1: 'published' })
    expect([...outcomes.values()]).toContainEqual(denied)
    expect([destination.calls.length, destination.probes]).toEqual([1, 0])
  })

  it('is a lone event whose probe passes, at the second try as well', async () => {
    const { kinds, destination } = await deliver(makeRows('a'), { answer: each(() => denied) })
    expect([kinds, destination.calls.length, destination.probes]).toEqual([{ a1: 'denied' }, 2, 1])
  })

  it('is the one at fault of a call that is refused as a whole', async () => {
    const { kinds } = await deliver(makeRows('abcd'), {
      answer: (events) =>
        events.some((event) => idOf(event) === 'c1') ? denied : answered(events.map(() => ACCEPTED)),
    })
    expect(kinds).toEqual({ a1: 'published', b1: 'published', c1: 'denied', d1: 'published' })
  })

  it('is nobody when the probe is denied as well: an outage', async () => {
    const { kinds, outage } = await deliver(makeRows('ab'), {
      answer: each(() => denied),
      probe: () => DENIED,
    })
    expect([kinds, outage]).toEqual([{ a1: 'held', b1: 'held' }, DENIED])
  })

  it('takes the later events of its aggregate along, as any failure does', async () => {
    const { kinds } = await deliver(
      makeRows('aab'),
      { answer: each((event) => (idOf(event) === 'a1' ? denied : ACCEPTED)) },
      { strictOrder: true },
    )
    expect(kinds).toEqual({ a1: 'denied', a2: 'along', b1: 'published' })
  })
})

describe('where followers are sent', () => {
  it.each([REFUSED, INTERNAL, { kind: 'denied', error: DENIED } as const])(
    'an event that fails ($kind) stops nobody',
    async (failure) => {
      const { kinds } = await deliver(
        makeRows(`${'a'.repeat(12)}b`),
        { answer: each((event) => (idOf(event) === 'a1' ? failure : ACCEPTED)) },
        { followers: 'sent' },
      )
      const { a1, ...others } = kinds
      expect(a1).not.toBe('published')
      expect(new Set(Object.values(others))).toEqual(new Set(['published']))
    },
  )

  it('a call that is refused as a whole for one entry delays the others for its halving only', async () => {
    const { kinds, destination } = await deliver(
      makeRows('aaaa'),
      {
        answer: (events) =>
          events.some((event) => idOf(event) === 'a1') ? CALL_REFUSED : answered(events.map(() => ACCEPTED)),
      },
      { followers: 'sent' },
    )
    expect(kinds).toEqual({ a1: 'record', a2: 'published', a3: 'published', a4: 'published' })
    expect(destination.accepted.map(idOf).toSorted()).toEqual(['a2', 'a3', 'a4'])
  })

  it('what is held still holds those behind it: an outage is no failure of its own', async () => {
    const { kinds } = await deliver(
      makeRows(`${'a'.repeat(12)}b`),
      { answer: each((event) => (idOf(event) === 'a1' ? THROTTLED : ACCEPTED)) },
      { followers: 'sent', retryFor: 0 },
    )
    expect(kinds).toMatchObject({ a1: 'held', a10: 'published', a11: 'held', a12: 'held', b1: 'published' })
  })
})
