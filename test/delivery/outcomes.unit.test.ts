import { describe, expect, it } from 'vitest'
import { CALL_TIMEOUT, deliver } from './deliver.js'
import { START } from './fake-clock.js'
import { idOf, makeRow, makeRows } from './make-row.js'
import {
  ACCEPTED,
  answered,
  DENIED,
  each,
  INTERNAL,
  MALFORMED,
  REFUSED,
  THROTTLED,
  UNAVAILABLE,
} from './scripted-destination.js'

const accept = each(() => ACCEPTED)

describe('published', () => {
  it('is what the destination accepted', async () => {
    const { kinds, retried, outage, destination } = await deliver(makeRows('aab'), { answer: accept })
    expect(kinds).toEqual({ a1: 'published', a2: 'published', b1: 'published' })
    expect([retried, outage, destination.probes]).toEqual([0, undefined, 0])
    expect(destination.calls.map((call) => call.map(idOf))).toEqual([['a1', 'a2', 'b1']])
  })

  it('needs no call when there is nothing to send', async () => {
    const { kinds, destination } = await deliver([], { answer: accept })
    expect([kinds, destination.calls]).toEqual([{}, []])
  })
})

describe('rejected', () => {
  it('is what the destination calls malformed; its aggregate goes on', async () => {
    const { kinds, destination } = await deliver(makeRows('a'.repeat(12)), {
      answer: each((event) => (idOf(event) === 'a2' ? MALFORMED : ACCEPTED)),
    })
    expect(kinds).toMatchObject({ a1: 'published', a2: 'rejected', a11: 'published', a12: 'published' })
    expect(destination.probes).toBe(0)
  })

  it('is what can never be sent: it is not sent', async () => {
    const bad = makeRow({ id: 'bad', item: { obDetail: 'no JSON' } })
    const { outcomes, destination } = await deliver([bad, ...makeRows('a')], { answer: accept })
    expect(outcomes.get(bad)).toMatchObject({ kind: 'rejected', error: { code: 'InvalidRow' } })
    expect(destination.calls.map((call) => call.map(idOf))).toEqual([['a1']])
  })

  it('holds during an outage, too: the event itself says so', async () => {
    const bad = makeRow({ id: 'bad', item: { obDetail: '[]' } })
    const { kinds } = await deliver([bad, ...makeRows('a')], {
      answer: () => UNAVAILABLE,
      probe: () => DENIED,
    })
    expect(kinds).toEqual({ bad: 'rejected', a1: 'held' })
  })
})

describe('record', () => {
  it('is an entry that is refused while others of the call pass, without a probe', async () => {
    const { outcomes, kinds, destination } = await deliver(makeRows('abc'), {
      answer: each((event) => (idOf(event) === 'b1' ? REFUSED : ACCEPTED)),
    })
    expect(kinds).toEqual({ a1: 'published', b1: 'record', c1: 'published' })
    expect([...outcomes.values()]).toContainEqual({ kind: 'record', error: REFUSED.error })
    expect([destination.calls.length, destination.probes]).toEqual([1, 0])
  })

  it('is the one entry of a call when the probe passes', async () => {
    const { kinds, outage, destination } = await deliver(makeRows('a'), { answer: each(() => REFUSED) })
    expect([kinds, outage, destination.probes]).toEqual([{ a1: 'record' }, undefined, 1])
  })

  it('is every entry of a call when all are refused and the probe passes', async () => {
    const { kinds, destination } = await deliver(makeRows('abc'), { answer: each(() => REFUSED) })
    expect([kinds, destination.probes]).toEqual([{ a1: 'record', b1: 'record', c1: 'record' }, 1])
  })

  it('is nobody when the probe fails as well: an outage', async () => {
    const { kinds, outage } = await deliver(makeRows('abc'), {
      answer: each(() => REFUSED),
      probe: () => DENIED,
    })
    expect([kinds, outage]).toEqual([{ a1: 'held', b1: 'held', c1: 'held' }, DENIED])
  })

  it('is nobody when there is no time left to probe', async () => {
    const { kinds, outage, destination } = await deliver(
      makeRows('a'),
      { answer: each(() => REFUSED), lasts: CALL_TIMEOUT },
      { sendFor: CALL_TIMEOUT + 1 },
    )
    expect([kinds, outage, destination.probes]).toEqual([{ a1: 'held' }, undefined, 0])
  })

  it('stays one when a neighbour passes only at the second try', async () => {
    const { kinds, destination } = await deliver(makeRows('ab'), {
      answer: each((event, tries) => (idOf(event) === 'a1' ? REFUSED : tries === 0 ? THROTTLED : ACCEPTED)),
    })
    expect([kinds, destination.probes]).toEqual([{ a1: 'record', b1: 'published' }, 0])
  })

  it('is sent once only', async () => {
    const { destination } = await deliver(makeRows('ab'), {
      answer: each((event, tries) => (idOf(event) === 'a1' ? REFUSED : tries < 3 ? THROTTLED : ACCEPTED)),
    })
    expect(destination.calls.map((call) => call.map(idOf))).toEqual([['a1', 'b1'], ['b1'], ['b1'], ['b1']])
  })
})

describe('isolated', () => {
  it('is an entry that fails inside the destination four times while others pass', async () => {
    const { kinds, outage, retried, destination, clock } = await deliver(makeRows('ab'), {
      answer: each((event) => (idOf(event) === 'a1' ? INTERNAL : ACCEPTED)),
    })
    expect([kinds, outage, retried]).toEqual([{ a1: 'isolated', b1: 'published' }, undefined, 3])
    expect(destination.calls.map((call) => call.map(idOf))).toEqual([['a1', 'b1'], ['a1'], ['a1'], ['a1']])
    // Half of 100, 200, 400 ms is fixed, half is random: here 0.5 of it.
    expect(clock.sleeps).toEqual([75, 150, 300])
  })

  it('is alone in its call and the probe passes: it must not hold up the shard for the whole budget', async () => {
    const { kinds, outage, destination } = await deliver(makeRows('a'), { answer: each(() => INTERNAL) })
    expect([kinds, outage]).toEqual([{ a1: 'isolated' }, undefined])
    expect([destination.calls.length, destination.probes]).toEqual([4, 1])
  })

  it('is nobody while the probe fails: the budget is used up, then it is an outage', async () => {
    const { kinds, outage, destination, clock } = await deliver(makeRows('ab'), {
      answer: each(() => INTERNAL),
      probe: () => DENIED,
    })
    expect([kinds, outage]).toEqual([{ a1: 'held', b1: 'held' }, DENIED])
    expect(destination.calls.length).toBeGreaterThan(4)
    // What remains after the last try is less than the next delay and a call.
    expect(clock.now() - START).toBeGreaterThan(20_000 - 5_000 - CALL_TIMEOUT)
  })

  it('is over as soon as the entry passes', async () => {
    const { kinds, retried } = await deliver(makeRows('a'), {
      answer: each((_, tries) => (tries < 3 ? INTERNAL : ACCEPTED)),
    })
    expect([kinds, retried]).toEqual([{ a1: 'published' }, 3])
  })

  it('is what an answer without the entry means in the end', async () => {
    const { outcomes, kinds } = await deliver(makeRows('ab'), { answer: () => answered([ACCEPTED]) })
    // The second call has one entry only, so the answer is complete.
    expect(kinds).toEqual({ a1: 'published', b1: 'published' })
    expect(outcomes.size).toBe(2)
  })
})

describe('held by an outage', () => {
  it.each([
    ['the whole call is unavailable', () => UNAVAILABLE, 'InternalException'],
    ['every entry is throttled', each(() => THROTTLED), 'ThrottlingException'],
  ])('when %s until the budget ends', async (_, answer, code) => {
    const { kinds, outage, destination, clock } = await deliver(makeRows('ab'), {
      answer,
      probe: () => DENIED,
    })
    expect(kinds).toEqual({ a1: 'held', b1: 'held' })
    expect(outage).toMatchObject({ code })
    expect(destination.calls.length).toBeGreaterThan(4)
    // No try may end after the budget.
    expect(Math.max(...destination.endedAt)).toBeLessThanOrEqual(START + 20_000)
    expect(clock.sleeps.every((delay) => delay <= 5_000)).toBe(true)
  })

  it('is over when the destination recovers within the budget', async () => {
    let calls = 0
    const { kinds, outage, retried } = await deliver(makeRows('ab'), {
      answer: (events) => {
        calls += 1
        return calls < 4 ? UNAVAILABLE : answered(events.map(() => ACCEPTED))
      },
    })
    expect([kinds, outage, retried]).toEqual([{ a1: 'published', b1: 'published' }, undefined, 6])
  })

  it('covers one throttled entry beside accepted ones; what was accepted stays so', async () => {
    const { kinds, outage, destination } = await deliver(makeRows('ab'), {
      answer: each((event) => (idOf(event) === 'a1' ? THROTTLED : ACCEPTED)),
    })
    expect([kinds, outage]).toEqual([{ a1: 'held', b1: 'published' }, THROTTLED.error])
    expect(destination.calls.slice(1).every((call) => call.map(idOf).join() === 'a1')).toBe(true)
  })

  it('stops the other lanes and what is left of its own', async () => {
    // Ten lanes of ten, five of which run at once.
    const rows = makeRows('abcdefghij'.repeat(20))
    const { kinds, outage, destination } = await deliver(rows, {
      answer: () => UNAVAILABLE,
      probe: () => DENIED,
    })
    expect(new Set(Object.values(kinds))).toEqual(new Set(['held']))
    expect(Object.keys(kinds)).toHaveLength(200)
    expect(outage).toMatchObject({ code: 'InternalException' })
    const tried = new Set(destination.calls.flat().map(idOf))
    expect(tried.size).toBeLessThanOrEqual(50)
  })

  it('takes no attempt of a refused neighbour: nothing passed, and the destination was down', async () => {
    const { kinds } = await deliver(makeRows('ab'), {
      answer: each((event) => (idOf(event) === 'a1' ? REFUSED : THROTTLED)),
    })
    expect(kinds).toEqual({ a1: 'held', b1: 'held' })
  })
})

describe('out of time', () => {
  it('nothing is sent when a call could end too late', async () => {
    const { kinds, outage, destination } = await deliver(
      makeRows('ab'),
      { answer: accept },
      { sendFor: CALL_TIMEOUT - 1 },
    )
    expect([kinds, outage, destination.calls]).toEqual([{ a1: 'held', b1: 'held' }, undefined, []])
  })

  it('what is left of a lane is held and what was sent stays so', async () => {
    const { kinds, outage, destination } = await deliver(
      makeRows('a'.repeat(25)),
      { answer: accept, lasts: 4_000 },
      { sendFor: 4_000 + CALL_TIMEOUT },
    )
    expect(Object.values(kinds).filter((kind) => kind === 'published')).toHaveLength(20)
    expect(kinds).toMatchObject({ a20: 'published', a21: 'held', a25: 'held' })
    expect([outage, destination.calls.length]).toEqual([undefined, 2])
  })

  it('no try begins that could end too late', async () => {
    const { destination, clock } = await deliver(
      makeRows('a'),
      { answer: () => UNAVAILABLE, lasts: 1_000 },
      { sendFor: 7_000 },
    )
    // Tries at 0, 1.1, and none after 2 s.
    expect(destination.calls).toHaveLength(2)
    expect(clock.sleeps).toEqual([75])
  })
})
