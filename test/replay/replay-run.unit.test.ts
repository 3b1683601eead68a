import { describe, expect, it } from 'vitest'
import type { ArchivedEvent } from '../../lib/archive/archived-event.js'
import type { FailedEvent } from '../../lib/replay/failed-event.js'
import type { ReplayFilters } from '../../lib/replay/replay-filters.js'
import { NO_PROGRESS, type ReplayProgress } from '../../lib/replay/replay-progress.js'
import type { CountedRows } from '../../lib/replay/replay-record.js'
import { EVENTS_PER_NOTE, type ReplayEnd, ReplayRun, TIME_PER_NOTE } from '../../lib/replay/replay-run.js'
import type { ReplaySource, SourceItem } from '../../lib/replay/source-item.js'
import { PublishPace } from '../../lib/sweeper/publish-pace.js'
import { FakeClock } from '../delivery/fake-clock.js'
import {
  ACCEPTED,
  DENIED,
  INTERNAL,
  MALFORMED,
  REFUSED,
  UNAVAILABLE,
} from '../delivery/scripted-destination.js'
import { archived } from './archived.js'
import { each, ScriptedTarget, type TargetScript } from './scripted-target.js'

/** Its position is its place in the list. */
class ListedSource implements ReplaySource {
  readonly #items: readonly SourceItem[]
  constructor(items: readonly SourceItem[]) {
    this.#items = items
  }
  async *read(after = '0'): AsyncGenerator<SourceItem, void, undefined> {
    yield* this.#items.slice(Number(after))
  }
}

const itemsOf = (...events: readonly ArchivedEvent[]): SourceItem[] =>
  events.map((event, index) => ({ kind: 'event', event, position: String(index + 1) }))

const numbered = (count: number): ArchivedEvent[] =>
  Array.from({ length: count }, (_, index) => archived(`e${index + 1}`))

interface World {
  readonly run: (progress?: ReplayProgress) => Promise<ReplayEnd>
  readonly target: ScriptedTarget
  readonly clock: FakeClock
  readonly notes: ReplayProgress[]
  readonly failed: FailedEvent[]
  readonly denied: string[]
  readonly malformed: string[]
}

function world(
  items: readonly SourceItem[],
  {
    script = {},
    rate = 1_000_000,
    filters = {},
    skipMalformed = false,
    skipDenied = false,
    skipFailing = false,
    counted,
    interruptedAfter = Number.POSITIVE_INFINITY,
  }: {
    readonly script?: TargetScript
    readonly rate?: number
    readonly filters?: ReplayFilters
    readonly skipMalformed?: boolean
    readonly skipDenied?: boolean
    readonly skipFailing?: boolean
    readonly counted?: CountedRows
    /** Calls. */
    readonly interruptedAfter?: number
  } = {},
): World {
  const target = new ScriptedTarget(script)
  const clock = new FakeClock()
  const notes: ReplayProgress[] = []
  const failed: FailedEvent[] = []
  const denied: string[] = []
  const malformed: string[] = []
  const run = (progress?: ReplayProgress): Promise<ReplayEnd> =>
    new ReplayRun({
      source: new ListedSource(items),
      filters,
      target,
      pace: new PublishPace(clock, rate),
      clock,
      random: () => 0.5,
      skipMalformed,
      skipDenied,
      skipFailing,
      counted,
      progress,
      isInterrupted: () => target.calls.length >= interruptedAfter,
      note: async (noted) => void notes.push(noted),
      onFailed: (event) => failed.push(event),
      onDenied: ({ eventId }) => denied.push(eventId),
      onWait: () => undefined,
      onMalformed: ({ place }) => malformed.push(place),
    }).run()
  return { run, target, clock, notes, failed, denied, malformed }
}

const STRICT = { skipMalformed: false, skipDenied: false, skipFailing: false }
const SILENT = {
  onFailed: () => undefined,
  onDenied: () => undefined,
  onMalformed: () => undefined,
  onWait: () => undefined,
}

const MALFORMED_LINE: SourceItem = {
  kind: 'malformed',
  place: 'line 3 of x',
  reason: 'it is cut',
  position: '3',
}

const LAST: SourceItem = { kind: 'event', event: archived('d'), position: '4' }

describe('a replay', () => {
  it('sends what is chosen, in order, in as few calls as there must be', async () => {
    const { run, target } = world(itemsOf(...numbered(25)))
    const end = await run()
    expect(end).toMatchObject({ kind: 'done', progress: { sent: 25, failed: 0, position: '25' } })
    expect(target.calls.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(target.accepted).toEqual(numbered(25).map(({ eventId }) => eventId))
  })

  it('begins a new call where the bytes, or the target, would not have another event', async () => {
    const large = numbered(4).map((event) => ({ ...event, detail: `{"x":"${'y'.repeat(400)}"}` }))
    expect(await callsOf(world(itemsOf(...large), { script: { maxBytes: 1_000 } }))).toEqual([2, 2])
    const alone = world(itemsOf(...numbered(3)), { script: { mayJoin: () => false } })
    expect(await callsOf(alone)).toEqual([1, 1, 1])
  })

  it('leaves out what is not chosen, and counts what is no event to send', async () => {
    const items: SourceItem[] = [
      ...itemsOf(archived('a'), archived('b', { eventType: 'OrderPlaced' })),
      { kind: 'duplicate', position: '3' },
      { kind: 'unpublished', position: '4' },
      { kind: 'event', event: archived('c'), position: '5' },
      { kind: 'event', event: archived('d', { eventType: 'OrderPlaced' }), position: '6' },
    ]
    const { run, target } = world(items, { filters: { eventTypes: ['OrderPaid'] } })
    const { progress } = await run()
    expect(target.accepted).toEqual(['a', 'c'])
    expect(progress).toMatchObject({ sent: 2, duplicates: 1, unpublished: 1, position: '6' })
  })

  it('keeps its pace by the clock', async () => {
    const { run, target, clock } = world(itemsOf(...numbered(30)), { rate: 5 })
    const began = clock.now()
    await run()
    expect(target.calls.every(({ length }) => length <= 5)).toBe(true)
    // The first five at once, then five a second.
    expect(clock.now() - began).toBe(5_000)
  })

  it('tells what failed for good, and goes on', async () => {
    const script = { answer: each(({ eventId }) => (eventId === 'e2' ? MALFORMED : ACCEPTED)) }
    const { run, failed } = world(itemsOf(...numbered(3)), { script })
    expect(await run()).toMatchObject({ kind: 'done', progress: { sent: 2, failed: 1 } })
    expect(failed).toEqual([
      {
        eventId: 'e2',
        eventType: 'OrderPaid',
        errorCode: MALFORMED.error.code,
        errorMessage: MALFORMED.error.message,
      },
    ])
  })

  it('stops in an outage before the first event that was not taken, and a resumed run sends the rest', async () => {
    const items = itemsOf(...numbered(30))
    const ill = world(items, {
      script: {
        answer: (events) =>
          events.some(({ eventId }) => eventId === 'e15') ? UNAVAILABLE : each(() => ACCEPTED)(events),
        probe: () => ({ code: 'InternalException', message: 'Service Unavailable' }),
      },
    })
    const end = await ill.run()
    expect(end).toMatchObject({ kind: 'stopped', progress: { sent: 10, position: '10' } })
    expect(end.kind === 'stopped' && end.reason).toBe(
      'Stopped before event e11: InternalException: Service Unavailable',
    )
    expect(ill.notes.at(-1)).toEqual(end.progress)
    const well = world(items)
    expect(await well.run(end.progress)).toMatchObject({ kind: 'done', progress: { sent: 30 } })
    expect(ill.target.accepted.concat(well.target.accepted)).toEqual(
      numbered(30).map(({ eventId }) => eventId),
    )
  })

  it('that stops at an event whose call was taken otherwise sends nothing of it again', async () => {
    const items = itemsOf(...numbered(30))
    const answer = each(({ eventId }) =>
      ['e3', 'e7'].includes(eventId) ? { kind: 'denied', error: DENIED } : ACCEPTED,
    )
    const accepted: string[] = []
    let progress: ReplayProgress | undefined
    for (let run = 0; run < 3; run += 1) {
      const stopped = world(items, { script: { answer } })
      const end = await stopped.run(progress)
      expect(end.kind === 'stopped' && end.reason).toBe(
        `Stopped before event e3: AccessDeniedException: No. --skip-denied passes over such events`,
      )
      expect(end.progress).toMatchObject({ sent: 8, position: '2' })
      expect(end.progress.taken).toEqual(['e4', 'e5', 'e6', 'e8', 'e9', 'e10'])
      accepted.push(...stopped.target.accepted)
      progress = end.progress
    }
    const passing = world(items, { script: { answer }, skipDenied: true })
    const end = await passing.run(progress)
    expect(end).toMatchObject({ kind: 'done', progress: { sent: 28, denied: 2, failed: 0, position: '30' } })
    expect(end.progress).not.toHaveProperty('taken')
    expect(passing.denied).toEqual(['e3', 'e7'])
    accepted.push(...passing.target.accepted)
    const others = numbered(30).flatMap(({ eventId }) => (['e3', 'e7'].includes(eventId) ? [] : [eventId]))
    expect(accepted).toEqual(others)
  })

  it('goes on in full calls behind what it stopped at', async () => {
    const items = itemsOf(...numbered(30))
    const first = world(items, {
      script: { answer: each(({ eventId }) => (eventId === 'e3' ? INTERNAL : ACCEPTED)) },
    })
    const second = world(items)
    await second.run((await first.run()).progress)
    expect(second.target.calls.map(({ length }) => length)).toEqual([1, 10, 10])
  })

  it.each([9, 10])(
    'that is interrupted while it waits for event %i keeps what else was taken',
    async (place) => {
      const items = itemsOf(...numbered(10))
      const first = world(items, {
        script: { answer: each(({ eventId }) => (eventId === `e${place}` ? INTERNAL : ACCEPTED)) },
        interruptedAfter: 3,
      })
      const end = await first.run()
      expect(end).toMatchObject({ kind: 'interrupted', progress: { sent: 9, position: String(place - 1) } })
      const second = world(items)
      expect(await second.run(end.progress)).toMatchObject({ kind: 'done', progress: { sent: 10 } })
      expect(second.target.accepted).toEqual([`e${place}`])
    },
  )

  const failing = (...places: readonly number[]): TargetScript => ({
    answer: each(({ eventId }) => (places.includes(Number(eventId.slice(1))) ? REFUSED : ACCEPTED)),
  })
  const places = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)

  it('stops before the first of ten in a row that fail with one code, and gives none of them up', async () => {
    const items = itemsOf(...numbered(40))
    const stopped = world(items, { script: failing(...places(5, 14)) })
    const end = await stopped.run()
    expect(end).toMatchObject({ kind: 'stopped', progress: { failed: 0, position: '4' } })
    expect(end.kind === 'stopped' && end.reason).toBe(
      'Stopped before event e5: it and the 9 behind it failed with InvalidArgument: Not this one. If that is their own fault, --skip-failing passes over such events',
    )
    expect(stopped.failed).toEqual([])
    const mended = world(items)
    expect(await mended.run(end.progress)).toMatchObject({ kind: 'done', progress: { sent: 40, failed: 0 } })
    const accepted = [...stopped.target.accepted, ...mended.target.accepted]
    expect(accepted.toSorted()).toEqual(items.map((_, index) => `e${index + 1}`).toSorted())
  })

  it('passes over them as told', async () => {
    const passing = world(itemsOf(...numbered(40)), {
      script: failing(...places(5, 25)),
      skipFailing: true,
    })
    expect(await passing.run()).toMatchObject({
      kind: 'done',
      progress: { sent: 19, failed: 21, position: '40' },
    })
    expect(passing.failed).toHaveLength(21)
  })

  it.each([
    ['one that passes', ACCEPTED, 15],
    ['one that fails otherwise', MALFORMED, 16],
  ])('counts them anew behind %s', async (_, result, failed) => {
    const others = failing(...places(5, 13), ...places(15, 20))
    const answer: TargetScript['answer'] = (events, tries) => {
      const answered = others.answer?.(events, tries)
      if (answered?.kind !== 'answered') throw new TypeError('The script answers entry by entry')
      const at = events.findIndex(({ eventId }) => eventId === 'e14')
      return { kind: 'answered', entries: at < 0 ? answered.entries : answered.entries.with(at, result) }
    }
    const ran = world(itemsOf(...numbered(25)), { script: { answer } })
    expect(await ran.run()).toMatchObject({ kind: 'done', progress: { failed } })
  })

  it('that ends with some that failed tells them', async () => {
    const ran = world(itemsOf(...numbered(12)), { script: failing(11, 12) })
    expect(await ran.run()).toMatchObject({ kind: 'done', progress: { sent: 10, failed: 2, position: '12' } })
    expect(ran.failed.map(({ eventId }) => eventId)).toEqual(['e11', 'e12'])
  })

  describe('of rows that were counted', () => {
    const counted: CountedRows = { events: 5, last: '5' }
    const left = itemsOf(...numbered(7)).filter(({ position }) => !['3', '4'].includes(position))
    const reason =
      '2 of the 5 events that the rows had when this was planned are not there any more: archived, or deleted after their retention. With an archive, a replay with --from archive sends them; --skip-malformed goes on without them'

    it('stops where some are missing, before what came later', async () => {
      const end = await world(left, { counted }).run()
      expect(end).toMatchObject({ kind: 'stopped', reason, progress: { sent: 3, position: '5' } })
    })

    it('stops at its end where the last are missing', async () => {
      const first = itemsOf(...numbered(3))
      expect(await world(first, { counted }).run()).toMatchObject({ kind: 'stopped', reason })
    })

    it('goes on without them as told, and counts them', async () => {
      const end = await world(left, { counted, skipMalformed: true }).run()
      expect(end).toMatchObject({ kind: 'done', progress: { sent: 5, malformed: 2 } })
    })

    it('counts what is missing once, in however many runs', async () => {
      const progress = { ...NO_PROGRESS, sent: 4, malformed: 2, position: '6' }
      const end = await world(itemsOf(...numbered(7)), { counted, skipMalformed: true }).run(progress)
      expect(end).toMatchObject({ kind: 'done', progress: { sent: 5, malformed: 2 } })
    })

    it('is done when all came, and what was delivered meanwhile, in whichever run', async () => {
      const items = itemsOf(...numbered(7))
      expect(await world(items, { counted }).run()).toMatchObject({ kind: 'done', progress: { sent: 7 } })
      const progress = { ...NO_PROGRESS, sent: 6, position: '6' }
      expect(await world(items, { counted }).run(progress)).toMatchObject({
        kind: 'done',
        progress: { sent: 7 },
      })
    })
  })

  it.each([1, 2, 3])('that is interrupted after %i calls loses nothing when it is resumed', async (calls) => {
    const items = itemsOf(...numbered(35))
    const first = world(items, { interruptedAfter: calls })
    const end = await first.run()
    expect(end).toMatchObject({ kind: 'interrupted', progress: { sent: calls * 10 } })
    expect(first.notes.at(-1)).toEqual(end.progress)
    const second = world(items)
    await second.run(end.progress)
    expect([...first.target.accepted, ...second.target.accepted]).toEqual(
      numbered(35).map(({ eventId }) => eventId),
    )
  })

  it('that is interrupted while it waits for its turn sends nothing more', async () => {
    const clock = new FakeClock()
    const target = new ScriptedTarget()
    const end = await new ReplayRun({
      source: new ListedSource(itemsOf(...numbered(30))),
      filters: {},
      target,
      pace: new PublishPace(clock, 10),
      clock,
      random: () => 0,
      ...STRICT,
      isInterrupted: () => clock.sleeps.length > 0,
      note: async () => undefined,
      ...SILENT,
    }).run()
    expect(end).toMatchObject({ kind: 'interrupted', progress: { sent: 10, position: '10' } })
    expect(target.calls).toHaveLength(1)
  })

  it('stops before a line that is no event, with all before it sent', async () => {
    const items = [...itemsOf(...numbered(2)), MALFORMED_LINE, LAST]
    const { run, target } = world(items)
    const end = await run()
    expect(end).toMatchObject({ kind: 'stopped', progress: { sent: 2, position: '2', malformed: 0 } })
    expect(end.kind === 'stopped' && end.reason).toContain('line 3 of x holds no event: it is cut')
    expect(target.accepted).toEqual(['e1', 'e2'])
  })

  it('passes over it when it is told to, and counts it', async () => {
    const items = [...itemsOf(...numbered(2)), MALFORMED_LINE, LAST]
    const { run, target, malformed } = world(items, { skipMalformed: true })
    expect(await run()).toMatchObject({ kind: 'done', progress: { sent: 3, malformed: 1, position: '4' } })
    expect(target.accepted).toEqual(['e1', 'e2', 'd'])
    expect(malformed).toEqual(['line 3 of x'])
  })

  it('notes its position so often that a killed one repeats no more than was promised', async () => {
    const { run, notes } = world(itemsOf(...numbered(3 * EVENTS_PER_NOTE)))
    await run()
    const sent = [0, ...notes.map((note) => note.sent)]
    const repeated = sent.slice(1).map((count, index) => count - (sent[index] ?? 0))
    expect(Math.max(...repeated)).toBeLessThanOrEqual(EVENTS_PER_NOTE)
  })

  it('notes its position by the time, too, when it is slow or when nothing is chosen', async () => {
    const slow = world(itemsOf(...numbered(40)), { rate: 1 })
    await slow.run()
    expect(slow.notes.length).toBeGreaterThanOrEqual(Math.floor(39_000 / (TIME_PER_NOTE + 1_000)))

    const clock = new FakeClock()
    const items = itemsOf(...numbered(10))
    const notes: ReplayProgress[] = []
    await new ReplayRun({
      source: {
        read: async function* () {
          for (const item of items) {
            clock.advance(2_500)
            yield item
          }
        },
      },
      filters: { eventId: 'none of them' },
      target: new ScriptedTarget(),
      pace: new PublishPace(clock, 1),
      clock,
      random: () => 0,
      ...STRICT,
      isInterrupted: () => false,
      note: async (noted) => void notes.push(noted),
      ...SILENT,
    }).run()
    expect(notes.map(({ position }) => position)).toEqual(['2', '4', '6', '8', '10', '10'])
  })

  it('ends when another has taken it over', async () => {
    const { target, clock } = world([])
    const run = new ReplayRun({
      source: new ListedSource(itemsOf(...numbered(3 * EVENTS_PER_NOTE))),
      filters: {},
      target,
      pace: new PublishPace(clock, 1_000_000),
      clock,
      random: () => 0,
      ...STRICT,
      isInterrupted: () => false,
      note: async () => {
        throw new Error('resumed elsewhere')
      },
      ...SILENT,
    })
    await expect(run.run()).rejects.toThrow('resumed elsewhere')
    expect(target.accepted).toHaveLength(EVENTS_PER_NOTE)
  })
})

async function callsOf({ run, target }: World): Promise<number[]> {
  await run()
  return target.calls.map(({ length }) => length)
}
