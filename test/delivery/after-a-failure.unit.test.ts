import { describe, expect, it } from 'vitest'
import { Delivery } from '../../lib/delivery/delivery.js'
import { deliver } from './deliver.js'
import { FakeClock, START } from './fake-clock.js'
import { idOf, makeRows } from './make-row.js'
import {
  ACCEPTED,
  answered,
  CALL_REFUSED,
  DENIED,
  each,
  INTERNAL,
  MALFORMED,
  REFUSED,
  ScriptedDestination,
  THROTTLED,
  TOO_LARGE,
} from './scripted-destination.js'

describe('the later events of an aggregate', () => {
  it.each([
    ['is refused', REFUSED],
    ['fails inside the destination', INTERNAL],
  ])('go along with one that %s; other aggregates do not', async (_, failure) => {
    const { kinds, destination } = await deliver(makeRows(`${'a'.repeat(12)}${'b'.repeat(12)}`), {
      answer: each((event) => (idOf(event) === 'a2' ? failure : ACCEPTED)),
    })
    expect(kinds).toMatchObject({ a1: 'published', a10: 'published', a11: 'along', a12: 'along' })
    expect(kinds).toMatchObject({ b11: 'published', b12: 'published' })
    expect(destination.calls.flat().map(idOf)).not.toContain('a11')
  })

  it('go along with the first one in strict order: nothing passes it', async () => {
    const { kinds, destination } = await deliver(
      makeRows('aaabb'),
      { answer: each((event) => (idOf(event) === 'a1' ? REFUSED : ACCEPTED)) },
      { strictOrder: true },
    )
    expect(kinds).toEqual({ a1: 'record', a2: 'along', a3: 'along', b1: 'published', b2: 'published' })
    expect(destination.accepted.map(idOf)).toEqual(['b1', 'b2'])
  })

  it('do not wait for one that is rejected', async () => {
    const { kinds } = await deliver(
      makeRows('aaa'),
      { answer: each((event) => (idOf(event) === 'a1' ? MALFORMED : ACCEPTED)) },
      { strictOrder: true },
    )
    expect(kinds).toEqual({ a1: 'rejected', a2: 'published', a3: 'published' })
  })

  it('are held behind one that is held, even if another one of the call left', async () => {
    // Held rows come again, and find in the look-up what has left before them; the other way round they would be passed.
    const { kinds } = await deliver(makeRows(`${'a'.repeat(12)}b`), {
      answer: each((event) => {
        if (idOf(event) === 'a1') return THROTTLED
        return idOf(event) === 'a2' ? REFUSED : ACCEPTED
      }),
    })
    expect(kinds).toMatchObject({ a1: 'held', a2: 'record', a3: 'published', a11: 'held', a12: 'held' })
  })
})

describe('a call that is refused as a whole', () => {
  it('is halved until the one at fault is alone; all others pass', async () => {
    const { kinds, outage, destination } = await deliver(makeRows('abcdefghij'), {
      answer: (events) =>
        events.some((event) => idOf(event) === 'd1') ? CALL_REFUSED : answered(events.map(() => ACCEPTED)),
    })
    const { d1, ...others } = kinds
    expect(d1).toBe('record')
    expect(Object.values(others)).toEqual(Array.from({ length: 9 }, () => 'published'))
    expect(outage).toBeUndefined()
    expect(destination.calls.map((call) => call.map(idOf).join(''))).toEqual([
      'a1b1c1d1e1f1g1h1i1j1',
      'a1b1c1d1e1',
      'f1g1h1i1j1',
      'a1b1c1',
      'd1e1',
      'd1',
      'e1',
    ])
  })

  it('is held when the probe is refused, too', async () => {
    const { kinds, outage, destination, clock } = await deliver(makeRows('abc'), {
      answer: () => CALL_REFUSED,
      probe: () => DENIED,
    })
    expect([kinds, outage]).toEqual([{ a1: 'held', b1: 'held', c1: 'held' }, DENIED])
    // Tried for as long as there is time, so that the invocation paces the mapping's retries.
    expect(destination.calls.length).toBeGreaterThan(1)
    expect(destination.probes).toBe(destination.calls.length)
    expect(clock.now() - START).toBeGreaterThan(10_000)
  })

  it('is sent again once the probe passes', async () => {
    let isOut = true
    const { kinds, outage, destination } = await deliver(makeRows('aab'), {
      answer: (events) => (isOut ? CALL_REFUSED : answered(events.map(() => ACCEPTED))),
      probe: () => {
        if (!isOut) return undefined
        isOut = false
        return DENIED
      },
    })
    expect([kinds, outage]).toEqual([{ a1: 'published', a2: 'published', b1: 'published' }, undefined])
    expect(destination.calls).toHaveLength(2)
  })

  it('of one entry is judged by the probe', async () => {
    const passed = await deliver(makeRows('a'), { answer: () => CALL_REFUSED })
    expect([passed.kinds, passed.destination.probes]).toEqual([{ a1: 'record' }, 1])
    const failed = await deliver(makeRows('a'), { answer: () => CALL_REFUSED, probe: () => DENIED })
    expect([failed.kinds, failed.outage]).toEqual([{ a1: 'held' }, DENIED])
  })

  it('is held where the probe begins to fail half-way', async () => {
    let probes = 0
    const { kinds, outage } = await deliver(makeRows('abcd'), {
      answer: (events) =>
        events.some((event) => idOf(event) !== 'a1') ? CALL_REFUSED : answered([ACCEPTED]),
      probe: () => {
        probes += 1
        return probes > 2 ? DENIED : undefined
      },
    })
    // abcd, ab; cd is refused and so is the probe.
    expect(kinds).toEqual({ a1: 'held', b1: 'held', c1: 'held', d1: 'held' })
    expect(outage).toEqual(DENIED)
  })

  it('sends no later event of an aggregate past the one at fault', async () => {
    const { kinds, destination } = await deliver(makeRows('aaab'), {
      answer: (events) =>
        events.some((event) => idOf(event) === 'a1') ? CALL_REFUSED : answered(events.map(() => ACCEPTED)),
    })
    expect(kinds).toMatchObject({ a1: 'record', a3: 'along', b1: 'published' })
    expect(destination.accepted.map(idOf)).toEqual(['b1'])
    expect(kinds['a2']).toBe('along')
  })

  it('holds those that went along, too, when the probe turns it into an outage', async () => {
    let probes = 0
    const { kinds } = await deliver(makeRows('aa'), {
      answer: () => CALL_REFUSED,
      probe: () => {
        probes += 1
        return probes > 1 ? DENIED : undefined
      },
    })
    expect(kinds).toEqual({ a1: 'held', a2: 'held' })
  })

  it('sends no half and no probe that could end too late', async () => {
    const { kinds, outage, destination } = await deliver(
      makeRows('abcdefgh'),
      { answer: () => CALL_REFUSED, lasts: 2_000 },
      { sendFor: 10_000 },
    )
    // abcdefgh and the probe by 4 s; abcd by 6 s; nothing that could last 5 s begins after 5 s.
    expect([destination.calls.length, destination.probes]).toEqual([2, 1])
    expect(new Set(Object.values(kinds))).toEqual(new Set(['held']))
    expect([Object.keys(kinds).length, outage]).toEqual([8, undefined])
  })
})

describe('a call that is refused for its size', () => {
  const big = { obDetail: JSON.stringify({ metadata: { eventId: 'x' }, data: 'x'.repeat(100_000) }) }
  const limitedTo = (limit: number) => {
    const sizes: number[] = []
    return {
      sizes,
      answer: (events: readonly { detail: string }[]) => {
        const bytes = events.reduce((sum, { detail }) => sum + detail.length, 0)
        sizes.push(bytes)
        return bytes >= limit ? TOO_LARGE : answered(events.map(() => ACCEPTED))
      },
    }
  }

  it('is halved without a probe, and the smaller size is remembered', async () => {
    const script = limitedTo(262_144)
    const clock = new FakeClock()
    const destination = new ScriptedDestination(clock, script)
    const delivery = new Delivery({
      destination,
      clock,
      random: () => 0.5,
      strictOrder: false,
      callTimeout: 1,
    })
    const times = { retryUntil: clock.now() + 20_000, sendUntil: clock.now() + 50_000 }
    const refused = (): number => script.sizes.filter((bytes) => bytes >= 262_144).length

    const first = await delivery.deliver(makeRows('abcdefghi', big), times)
    expect([...first.outcomes.values()].map(({ kind }) => kind)).toEqual(Array(9).fill('published'))
    expect(refused()).toBeGreaterThan(0)
    const learned = refused()
    const second = await delivery.deliver(makeRows('abcdefghijklmnopqrstuvwxyz', big), times)
    expect([...second.outcomes.values()].map(({ kind }) => kind)).toEqual(Array(26).fill('published'))
    expect(refused()).toBe(learned)
    expect([destination.probes, first.outage, second.outage]).toEqual([0, undefined, undefined])
  })

  it('is the record of the one that is too large alone, if the probe passes', async () => {
    const { kinds, destination } = await deliver(makeRows('a', big), limitedTo(50_000))
    expect([kinds, destination.probes]).toEqual([{ a1: 'record' }, 1])
  })
})
