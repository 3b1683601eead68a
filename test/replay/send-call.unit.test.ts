import { describe, expect, it } from 'vitest'
import { type SendOutcome, sendCall } from '../../lib/replay/send-call.js'
import { FakeClock } from '../delivery/fake-clock.js'
import {
  ACCEPTED,
  CALL_REFUSED,
  DENIED,
  INTERNAL,
  MALFORMED,
  REFUSED,
  THROTTLED,
  TOO_LARGE,
  UNAVAILABLE,
} from '../delivery/scripted-destination.js'
import { archived } from './archived.js'
import { each, ScriptedTarget, type TargetScript } from './scripted-target.js'

const EVENTS = ['a', 'b', 'c'].map((id) => archived(id))
const OUTAGE = { code: 'InternalException', message: 'Service Unavailable' }

interface Sent {
  readonly outcomes: readonly SendOutcome[]
  readonly target: ScriptedTarget
  readonly clock: FakeClock
}

async function send(script: TargetScript): Promise<Sent> {
  const target = new ScriptedTarget(script)
  const clock = new FakeClock()
  const outcomes = await sendCall(EVENTS, { target, clock, random: () => 0.5, onTry: async () => undefined })
  return { outcomes, target, clock }
}

const kinds = ({ outcomes }: Sent): string[] => outcomes.map(({ kind }) => kind)

describe('a call', () => {
  it('is sent once when all is accepted', async () => {
    const sent = await send({})
    expect(kinds(sent)).toEqual(['sent', 'sent', 'sent'])
    expect(sent.target.calls).toEqual([['a', 'b', 'c']])
    expect(sent.clock.sleeps).toEqual([])
  })

  it.each([
    ['throttled', THROTTLED],
    ['failed inside', INTERNAL],
  ])('sends only the entry again that was %s, with a growing pause', async (_, result) => {
    const sent = await send({
      answer: (events, tries) =>
        each(({ eventId }) => (eventId === 'b' && tries < 3 ? result : ACCEPTED))(events),
    })
    expect(kinds(sent)).toEqual(['sent', 'sent', 'sent'])
    expect(sent.target.calls).toEqual([['a', 'b', 'c'], ['b'], ['b'], ['b']])
    expect(sent.clock.sleeps).toEqual([150, 300, 600])
  })

  it('gives an entry up that always fails while the target is well, after bounded tries', async () => {
    const sent = await send({ answer: each(({ eventId }) => (eventId === 'b' ? INTERNAL : ACCEPTED)) })
    expect(sent.outcomes[1]).toEqual({ kind: 'failed', error: INTERNAL.error })
    expect(kinds(sent)).toEqual(['sent', 'failed', 'sent'])
    expect(sent.target.calls).toHaveLength(6)
    expect(sent.target.probes).toBe(1)
  })

  it('gives nothing up while the target is out of order', async () => {
    const sent = await send({ answer: () => UNAVAILABLE, probe: () => OUTAGE })
    expect(sent.outcomes).toEqual(EVENTS.map(() => ({ kind: 'stopped', error: OUTAGE })))
  })

  it('does not blame what failed when the outage began in between', async () => {
    const sent = await send({
      answer: each(({ eventId }) => (eventId === 'a' ? ACCEPTED : INTERNAL)),
      probe: () => OUTAGE,
    })
    expect(kinds(sent)).toEqual(['sent', 'stopped', 'stopped'])
  })

  it.each([
    ['malformed', MALFORMED],
    ['refused', REFUSED],
  ])('an entry that is %s fails by itself, and is not sent again', async (_, result) => {
    const sent = await send({ answer: each(({ eventId }) => (eventId === 'c' ? result : ACCEPTED)) })
    expect(sent.outcomes).toEqual([
      { kind: 'sent' },
      { kind: 'sent' },
      { kind: 'failed', error: result.error },
    ])
    expect(sent.target.calls).toHaveLength(1)
  })

  it.each([
    [
      'an entry',
      each(({ eventId }) => (eventId === 'b' ? { kind: 'denied', error: DENIED } : ACCEPTED)),
      ['sent', 'stopped', 'sent'],
    ],
    ['the call', () => ({ kind: 'denied', error: DENIED }) as const, ['stopped', 'stopped', 'stopped']],
  ])('a missing permission for %s stops everything, for a person mends it', async (_, answer, expected) => {
    const sent = await send({ answer })
    expect(kinds(sent)).toEqual(expected)
    expect(sent.outcomes[1]).toEqual({ kind: 'stopped', error: DENIED })
    expect(sent.clock.sleeps).toEqual([])
  })

  it.each([
    ['refused', CALL_REFUSED],
    ['too large', TOO_LARGE],
  ])('that is %s is sent event by event, and who is at fault fails', async (_, result) => {
    const sent = await send({
      answer: (events) =>
        events.some(({ eventId }) => eventId === 'b') ? result : each(() => ACCEPTED)(events),
    })
    expect(kinds(sent)).toEqual(['sent', 'failed', 'sent'])
    expect(sent.target.calls).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']])
  })

  it('that never comes through for one of its entries is sent event by event', async () => {
    const sent = await send({
      answer: (events) =>
        events.some(({ eventId }) => eventId === 'b') ? UNAVAILABLE : each(() => ACCEPTED)(events),
    })
    expect(kinds(sent)).toEqual(['sent', 'failed', 'sent'])
    expect(sent.target.accepted).toEqual(['a', 'c'])
  })

  it('takes an answer without an entry for no success', async () => {
    const sent = await send({ answer: () => ({ kind: 'answered', entries: [ACCEPTED, ACCEPTED] }) })
    // The third is sent until an answer has it: here its own answer has two.
    expect(kinds(sent)).toEqual(['sent', 'sent', 'sent'])
    expect(sent.target.calls).toEqual([['a', 'b', 'c'], ['c']])
  })
})
