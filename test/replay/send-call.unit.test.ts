import { describe, expect, it } from 'vitest'
import { type SendCallOptions, type SendOutcome, sendCall } from '../../lib/replay/send-call.js'
import { FakeClock, START } from '../delivery/fake-clock.js'
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
const refused = (code: string) => ({ kind: 'refused', error: { code, message: 'No' } }) as const
const OUTAGE = { code: 'InternalException', message: 'Service Unavailable' }

interface Sent {
  readonly outcomes: readonly SendOutcome[]
  readonly target: ScriptedTarget
  readonly clock: FakeClock
  readonly waits: readonly string[]
}

async function send(
  script: TargetScript,
  change: Partial<SendCallOptions> = {},
  clock: FakeClock = new FakeClock(),
): Promise<Sent> {
  const target = new ScriptedTarget(script)
  const waits: string[] = []
  const outcomes = await sendCall(EVENTS, {
    target,
    clock,
    random: () => 0.5,
    onTry: async () => undefined,
    onWait: ({ code }) => waits.push(code),
    isInterrupted: () => false,
    skipDenied: false,
    skipFailing: false,
    ...change,
  })
  return { outcomes, target, clock, waits }
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

  const MINUTE = 60_000
  const ALWAYS_INTERNAL: TargetScript = {
    answer: each(({ eventId }) => (eventId === 'b' ? INTERNAL : ACCEPTED)),
  }

  it.each([
    ['throttled', THROTTLED],
    ['failed inside', INTERNAL],
    ['refused by a service that is not there', refused('ServiceUnavailable')],
    ['refused by a key that is throttled', refused('KmsThrottled')],
  ])('waits out ten seconds in which all is %s', async (_, result) => {
    const clock = new FakeClock()
    const answer = each(() => (clock.now() < START + 10_000 ? result : ACCEPTED))
    const sent = await send({ answer }, {}, clock)
    expect(kinds(sent)).toEqual(['sent', 'sent', 'sent'])
    expect(sent.waits).toEqual([result.error.code])
  })

  it('waits for minutes for an entry that always fails while the target is well, and does not give it up', async () => {
    const sent = await send(ALWAYS_INTERNAL)
    expect(sent.outcomes[1]).toEqual({
      kind: 'stopped',
      error: INTERNAL.error,
      passedBy: '--skip-failing',
    })
    expect(kinds(sent)).toEqual(['sent', 'stopped', 'sent'])
    const waited = sent.clock.now() - START
    expect(waited).toBeGreaterThanOrEqual(3 * MINUTE)
    expect(waited).toBeLessThan(4 * MINUTE)
    // Whoever interrupts it, and whoever looks at the record, waits no longer than for one of them.
    expect(Math.max(...sent.clock.sleeps)).toBeLessThanOrEqual(5_000)
  })

  it('passes over it as told, unless the target is ill as well', async () => {
    const well = await send(ALWAYS_INTERNAL, { skipFailing: true })
    expect(well.outcomes[1]).toEqual({ kind: 'failed', error: INTERNAL.error })
    const ill = await send({ ...ALWAYS_INTERNAL, probe: () => OUTAGE }, { skipFailing: true })
    expect(ill.outcomes[1]).toEqual({ kind: 'stopped', error: OUTAGE })
  })

  it('does not wait for what only a person can mend', async () => {
    const GONE = { code: 'ResourceNotFoundException', message: 'Event bus shop does not exist.' }
    const sent = await send({ answer: () => ({ kind: 'unavailable', error: GONE }), probe: () => GONE })
    expect(sent.outcomes).toEqual(EVENTS.map(() => ({ kind: 'stopped', error: GONE })))
    expect(sent.clock.now() - START).toBeLessThan(10_000)
  })

  it('is not waited for any more when it is interrupted', async () => {
    const clock = new FakeClock()
    const sent = await send(ALWAYS_INTERNAL, { isInterrupted: () => clock.now() >= START + MINUTE }, clock)
    expect(kinds(sent)).toEqual(['sent', 'unsent', 'sent'])
    expect(clock.now() - START).toBeLessThan(MINUTE + 5_000)
    const atOnce = await send(ALWAYS_INTERNAL, { isInterrupted: () => true })
    expect(atOnce.clock.sleeps).toEqual([])
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

  const NOT_B: TargetScript = {
    answer: each(({ eventId }) => (eventId === 'b' ? { kind: 'denied', error: DENIED } : ACCEPTED)),
  }
  const CALL_WITHOUT_B: TargetScript = {
    answer: (events) =>
      events.some(({ eventId }) => eventId === 'b')
        ? { kind: 'denied', error: DENIED }
        : each(() => ACCEPTED)(events),
  }

  it.each([
    ['an entry', NOT_B, ['sent', 'stopped', 'sent']],
    ['the call', CALL_WITHOUT_B, ['stopped', 'stopped', 'stopped']],
  ])('a missing permission for %s stops everything, for a person mends it', async (_, script, expected) => {
    const sent = await send(script)
    expect(kinds(sent)).toEqual(expected)
    expect(sent.outcomes[1]).toEqual({ kind: 'stopped', error: DENIED, passedBy: '--skip-denied' })
    expect(sent.clock.sleeps).toEqual([])
  })

  it.each([
    ['entry by entry', NOT_B],
    ['for the call that it is in', CALL_WITHOUT_B],
  ])('passes over what is denied %s, as told', async (_, script) => {
    const sent = await send(script, { skipDenied: true })
    expect(sent.outcomes).toEqual([{ kind: 'sent' }, { kind: 'denied', error: DENIED }, { kind: 'sent' }])
  })

  it('does not pass over it when nothing is admitted, or nothing can be told apart', async () => {
    const all: TargetScript = { answer: () => ({ kind: 'denied', error: DENIED }), probe: () => DENIED }
    expect(kinds(await send(all, { skipDenied: true }))).toEqual(['stopped', 'stopped', 'stopped'])
    const queue = await send({ ...CALL_WITHOUT_B, mayDenyOne: false }, { skipDenied: true })
    expect(queue.outcomes).toEqual(EVENTS.map(() => ({ kind: 'stopped', error: DENIED })))
  })

  it.each([
    ['call', (code: string) => ({ kind: 'refused', error: { code, message: 'No' } }) as const],
    ['entry', (code: string) => each(() => refused(code))(EVENTS)],
  ])("whose %s is refused for the sake of a key is nobody's fault", async (_, answer) => {
    for (const code of ['KmsAccessDenied', 'KmsDisabled', 'KMS.DisabledException', 'KmsInvalidState']) {
      const sent = await send({ answer: () => answer(code) })
      expect(sent.outcomes).toEqual(EVENTS.map(() => ({ kind: 'stopped', error: { code, message: 'No' } })))
      expect(sent.clock.sleeps).toEqual([])
    }
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
    expect(kinds(sent)).toEqual(['sent', 'stopped', 'sent'])
    expect(sent.target.accepted).toEqual(['a', 'c'])
  })

  it('takes an answer without an entry for no success', async () => {
    const sent = await send({ answer: () => ({ kind: 'answered', entries: [ACCEPTED, ACCEPTED] }) })
    // The third is sent until an answer has it: here its own answer has two.
    expect(kinds(sent)).toEqual(['sent', 'sent', 'sent'])
    expect(sent.target.calls).toEqual([['a', 'b', 'c'], ['c']])
  })
})
