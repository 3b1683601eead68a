import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { AwsError } from 'serverless-outbox/local'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listArchive } from '../../lib/cli/archive/list-archive.js'
import { printArchive } from '../../lib/cli/archive/print-archive.js'
import type { Console } from '../../lib/cli/console.js'
import { replay } from '../../lib/cli/replay/replay.js'
import type { ReplayOptions } from '../../lib/cli/replay/replay-options.js'
import { type Clock, systemClock } from '../../lib/clock.js'
import { REPLAY_MARK } from '../../lib/event/replay-mark.js'
import { EVENTS_PER_NOTE } from '../../lib/replay/replay-run.js'
import { archived } from '../replay/archived.js'
import { outboxProcess } from '../replay/outbox-process.js'
import { type ReplayCloud, replayCloud } from '../replay/replay-cloud.js'
import { runOutbox } from './operate/run-outbox.js'

vi.setConfig({ testTimeout: 60_000 })

const world: ReplayCloud = await replayCloud()
const { cloud, folder, documents, outboxName, tableName, busArn, publish, archive, replayed, handled } = world

interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** The command in this process: starting the program takes two seconds. */
async function inProcess(
  options: ReplayOptions,
  command: (options: ReplayOptions, console: Console) => Promise<number> = (all, console) =>
    replay(all, console, systemClock),
): Promise<Ran> {
  const out: string[] = []
  const error: string[] = []
  const code = await command(
    { local: folder, yes: true, json: true, ...options },
    { out: (line) => out.push(line), error: (line) => error.push(line) },
  )
  await cloud.quiet()
  return { code, out: out.join('\n'), error: error.join('\n') }
}

const idOf = (detailText: string): string => JSON.parse(detailText).metadata.eventId

/** An archived event of a thing, with the outbox's own metadata. */
function archivedThing(eventId: string, aggregateId: string, occurredAt: string, tenant = 'acme') {
  const metadata = {
    eventId,
    eventType: 'ThingHappened',
    schemaVersion: 1,
    aggregateType: 'Thing',
    aggregateId,
    eventIndex: 0,
    eventCount: 1,
    occurredAt,
    correlationId: eventId,
    context: { tenant },
  }
  const detail = `{"metadata":${JSON.stringify(metadata)}, "data":{"text":"Ærø \\u00e9"}}`
  return archived(eventId, {
    eventType: 'ThingHappened',
    aggregateType: 'Thing',
    aggregateId,
    occurredAt,
    detail,
  })
}

const key = (id: string) => ({ pk: `OUTBOX-REPLAY#${outboxName}`, sk: id })

async function recordOf(id: string): Promise<Record<string, unknown>> {
  const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: key(id) }))
  return Item?.['outboxReplay']
}

describe('a replay of rows', () => {
  it('sends the same ids and bytes, marked, to those who take replays, and writes down who did it', async () => {
    const events = await publish('rows', 3)
    const before = cloud.events().filter(({ envelope }) => envelope['source'] === 'shop')

    const ran = await runOutbox(['replay', '--local', folder, '--aggregate', 'Thing/rows', '--yes', '--json'])
    await cloud.quiet()

    expect(ran).toMatchObject({ code: 0 })
    expect(ran.error).toContain('found   3 events')
    expect(ran.error).toContain('a consumer with an inbox skips what it has handled')
    const sent = replayed('rows')
    expect(sent.map(({ detailText }) => idOf(detailText))).toEqual(events.map(({ eventId }) => eventId))
    for (const { envelope, detailText } of sent) {
      const first = before.find((event) => event.detailText === detailText)
      const { source, 'detail-type': type, time } = first?.envelope ?? {}
      expect(envelope).toMatchObject({ source, 'detail-type': type, time, resources: [REPLAY_MARK] })
    }
    expect(handled('Plain', 'rows').map(({ isReplay }) => isReplay)).toEqual([false, false, false])
    expect(handled('Replaying', 'rows').filter(({ isReplay }) => isReplay)).toHaveLength(3)

    const result = JSON.parse(ran.out)
    expect(result).toMatchObject({
      outbox: outboxName,
      state: 'done',
      from: 'rows',
      to: busArn,
      sent: 3,
      failed: 0,
    })
    expect(await recordOf(result.id)).toMatchObject({
      by: expect.stringMatching(/^arn:aws:/),
      state: 'done',
      plan: {
        from: 'rows',
        filters: { aggregate: { aggregateType: 'Thing', aggregateId: 'rows' } },
        rate: 100,
      },
      progress: { sent: 3, position: events.at(-1)?.eventId, reached: events.at(-1)?.occurredAt },
    })
    // Neither the stream's filter nor the index sees it, and no payload is in it.
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': key('').pk },
      }),
    )
    expect(Items.length).toBeGreaterThan(0)
    for (const item of Items) expect(Object.keys(item).sort()).toEqual(['outboxReplay', 'pk', 'sk'])
    expect(JSON.stringify(Items)).not.toContain('secret')
  })

  it('counts, and sends nothing, when it is dry', async () => {
    await publish('dry', 2)
    const ran = await inProcess({ aggregate: { aggregateType: 'Thing', aggregateId: 'dry' }, dryRun: true })
    expect(JSON.parse(ran.out)).toMatchObject({ dryRun: true, events: 2, byType: { ThingHappened: 2 } })
    expect(replayed('dry')).toEqual([])
  })

  it('that goes on when the rest was archived, or deleted, says what is missing', async () => {
    const events = await publish('gone', 25)
    let calls = 0
    const stop = cloud.intercept((call, next) => {
      calls += call.operation === 'PutEvents' ? 1 : 0
      if (call.operation === 'PutEvents' && calls === 2)
        throw new AwsError('AccessDeniedException', 'You may not events:PutEvents')
      return next()
    })
    onTestFinished(stop)
    const ran = await inProcess({ aggregate: { aggregateType: 'Thing', aggregateId: 'gone' } })
    stop()
    const { id, ...result } = JSON.parse(ran.out)
    expect(result).toMatchObject({ state: 'failed', sent: 10 })
    for (const { eventId } of events.slice(12))
      await documents.send(
        new DeleteCommand({ TableName: tableName, Key: { pk: 'OUTBOX#Thing#gone', sk: eventId } }),
      )

    const resumed = await inProcess({ resume: id })
    expect(resumed.code).toBe(1)
    expect(JSON.parse(resumed.out)).toMatchObject({ state: 'failed', sent: 12 })
    expect(resumed.error).toContain(
      '13 of the 25 events that the rows had when this was planned are not there any more',
    )
    const passed = await inProcess({ resume: id, skipMalformed: true })
    expect(passed.code).toBe(0)
    expect(JSON.parse(passed.out)).toMatchObject({ state: 'done', sent: 12, malformed: 13 })
    expect(replayed('gone').map(({ detailText }) => idOf(detailText))).toEqual(
      events.slice(0, 12).map(({ eventId }) => eventId),
    )
  })

  it('asks, and does nothing where nobody can answer', async () => {
    await publish('unasked')
    const ran = await inProcess({
      aggregate: { aggregateType: 'Thing', aggregateId: 'unasked' },
      yes: undefined,
    })
    expect(ran.code).toBe(1)
    expect(ran.error).toContain('Give --yes')
    expect(replayed('unasked')).toEqual([])
  })
})

describe('a replay of a range that is not in the archive yet', () => {
  const since = new Date(systemClock.now() - 60 * 60_000).toISOString()
  const ids = (aggregateId: string): string[] =>
    replayed(aggregateId).map(({ detailText }) => idOf(detailText))

  it('sends the rows that wait for it, of all aggregates', async () => {
    const events = [
      ...(await publish('since-a', 2)),
      ...(await publish('since-b')),
      ...(await publish('since-a')),
    ]
    const ran = await runOutbox([
      'replay',
      '--local',
      folder,
      '--since',
      '1h',
      '--to',
      'Plain',
      '--yes',
      '--json',
    ])
    await cloud.quiet()
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.error).toContain('from the rows that wait for the archive')
    const { id, ...result } = JSON.parse(ran.out)
    expect(result).toMatchObject({ state: 'done', from: 'rows', to: 'Shop/Plain', failed: 0 })
    const again = handled('Plain', 'since-a', 'since-b').filter(({ isReplay }) => isReplay)
    expect(again.map(({ eventId }) => eventId).sort()).toEqual(events.map(({ eventId }) => eventId).sort())
    expect(await recordOf(id)).toMatchObject({
      plan: { from: 'rows', archive: world.bucket, waiting: { asOf: expect.any(String) } },
      progress: { sent: result.sent },
    })
  })

  it('counts them by the filters, and sends nothing, when it is dry', async () => {
    const [event] = await publish('since-dry', 2)
    const ran = await inProcess({ event: event?.eventId, dryRun: true })
    expect(JSON.parse(ran.out)).toMatchObject({ from: 'rows', events: 1, byType: { ThingHappened: 1 } })
    const other = await inProcess({ since, from: 'rows', type: ['Other'], dryRun: true })
    expect(JSON.parse(other.out)).toMatchObject({ from: 'rows', events: 0 })
    expect(ids('since-dry')).toEqual([])
  })

  it('goes on in the middle of the rows', async () => {
    const events = await publish('since-denied', 25)
    let calls = 0
    const stop = cloud.intercept((call, next) => {
      calls += call.operation === 'PutEvents' ? 1 : 0
      if (call.operation === 'PutEvents' && calls === 2)
        throw new AwsError('AccessDeniedException', 'You may not events:PutEvents')
      return next()
    })
    onTestFinished(stop)
    const aggregate = { aggregateType: 'Thing', aggregateId: 'since-denied' }
    const ran = await inProcess({ since, from: 'both', aggregate })
    stop()
    const { id, ...result } = JSON.parse(ran.out)
    expect(result).toMatchObject({ state: 'failed', from: 'both', sent: 10, failed: 0 })
    const resumed = await inProcess({ resume: id })
    expect(JSON.parse(resumed.out)).toMatchObject({ state: 'done', sent: 25 })
    expect(ids('since-denied')).toEqual(events.map(({ eventId }) => eventId))
  })

  it('takes the archive first where the range begins there', async () => {
    const then = new Date(systemClock.now() - 8 * 86_400_000).toISOString()
    await archive(then.slice(0, 13), 'spanning', archivedThing('span', 'spanning', then))
    const [event] = await publish('spanning')
    const ran = await inProcess({
      since: then,
      aggregate: { aggregateType: 'Thing', aggregateId: 'spanning' },
      skipMalformed: true,
    })
    expect(JSON.parse(ran.out)).toMatchObject({ state: 'done', from: 'both', sent: 2 })
    expect(ran.error).toContain(`from the archive in bucket ${world.bucket}, then the rows that wait for it`)
    expect(ids('spanning').toSorted()).toEqual(['span', event?.eventId].toSorted())
  })
})

describe('a replay of the archive', () => {
  it('sends what is chosen, each event once, from the hours of the range', async () => {
    const a = archivedThing('a', 'stored', '2026-11-01T09:10:00.000Z')
    const b = archivedThing('b', 'stored', '2026-11-01T09:20:00.000Z')
    const other = archivedThing('c', 'stored', '2026-11-01T09:30:00.000Z', 'other')
    const late = archivedThing('d', 'stored', '2026-11-01T10:00:00.000Z')
    await archive('2026-11-01T09', '1', a, b, other)
    await archive('2026-11-01T09', '2', b, a)
    await archive('2026-11-01T10', '1', late)

    const ran = await inProcess({
      from: 'archive',
      since: '2026-11-01T09:00:00.000Z',
      until: '2026-11-01T10:00:00.000Z',
      context: { tenant: 'acme' },
      type: ['ThingHappened'],
    })

    expect(ran).toMatchObject({ code: 0 })
    expect(JSON.parse(ran.out)).toMatchObject({ state: 'done', from: 'archive', sent: 2, duplicates: 2 })
    const sent = replayed('stored')
    expect(sent.map(({ detailText }) => detailText)).toEqual([a.detail, b.detail])
    expect(sent.map(({ envelope }) => envelope['time'])).toEqual([
      '2026-11-01T09:10:00Z',
      '2026-11-01T09:20:00Z',
    ])
    expect(handled('Plain', 'stored')).toEqual([])
    expect(
      handled('Replaying', 'stored')
        .map(({ eventId }) => eventId)
        .sort(),
    ).toEqual(['a', 'b'])
  })

  it('warns of events that an inbox has forgotten', async () => {
    const ran = await inProcess({ since: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' })
    expect(ran.error).toContain('WARNING: there may be events older than 35 days')
  })

  it('stops before a line that is no event, names it, and goes on when told to', async () => {
    const hour = '2026-11-02T09'
    const events = ['m1', 'm2'].map((id) => archivedThing(id, 'malformed', `${hour}:00:00.000Z`))
    const [first = '', last = ''] = events.map((event) => JSON.stringify(event))
    await archive(hour, '1', first, '{"secret": ', last)
    const range = { since: `${hour}:00:00.000Z`, until: `${hour}:59:00.000Z` }

    const stopped = await inProcess(range)
    expect(stopped.code).toBe(1)
    expect(stopped.error).toContain(
      `line 2 of ${outboxName}/date=2026-11-02/hour=09/1.ndjson.gz holds no event`,
    )
    expect(stopped.error + stopped.out).not.toContain('secret')
    expect(replayed('malformed').map(({ detailText }) => idOf(detailText))).toEqual(['m1'])

    const whole = await inProcess({ ...range, skipMalformed: true })
    expect(JSON.parse(whole.out)).toMatchObject({ state: 'done', sent: 2, malformed: 1 })
    expect(whole.code).toBe(0)
  })

  it('is looked into: objects, and events line by line', async () => {
    const hour = '2026-11-03T09'
    const events = ['l1', 'l2'].map((id) => archivedThing(id, `look-${id}`, `${hour}:00:00.000Z`))
    await archive(hour, '1', ...events)
    const range = { since: `${hour}:00:00.000Z`, until: '2026-11-03T10:00:00.000Z' }

    const listed = await inProcess(range, listArchive)
    expect(listed.code).toBe(0)
    expect(JSON.parse(listed.out)).toMatchObject({
      outbox: outboxName,
      bucket: world.bucket,
      objects: [
        { key: `${outboxName}/date=2026-11-03/hour=09/1.ndjson.gz`, hour, bytes: expect.any(Number) },
      ],
    })
    const aggregate = { aggregateType: 'Thing', aggregateId: 'look-l2' }
    const printed = await inProcess({ ...range, aggregate }, printArchive)
    expect(printed).toMatchObject({ code: 0, error: '' })
    expect(printed.out.split('\n').map((line) => JSON.parse(line))).toEqual([events[1]])
  })

  it('may be piped into what has enough of it', async () => {
    const hour = '2026-11-03T11'
    const events = Array.from({ length: 2_000 }, (_, index) =>
      archivedThing(`p${index}`, 'piped', `${hour}:00:00.000Z`),
    )
    await archive(hour, '1', ...events)
    const cat = `archive cat --local '${folder}' --since ${hour}:00Z --until 2026-11-03T12:00Z`
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-o', 'pipefail', '-c', `"$NODE" --import tsx bin/outbox.ts ${cat} | head -n 1`],
      { env: { ...process.env, NODE: process.execPath, NODE_NO_WARNINGS: '1' } },
    )
    expect({ first: JSON.parse(stdout), stderr }).toEqual({ first: events[0], stderr: '' })
  })
})

describe('a replay that finds nothing', () => {
  it.each([{}, { dryRun: true as const }])('of an event that is named has failed: %j', async (options) => {
    const event = '01a1fd10-2045-7081-ad6e-df3717003731'
    const ran = await inProcess({ event, ...options })
    expect(ran.code).toBe(1)
    expect(ran.error).toContain('Nothing was found: ')
    expect(ran.error).toContain(`with the id ${event}.`)
  })

  it.each([{}, { dryRun: true as const }])('of a range says so: %j', async (options) => {
    const range = { since: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' }
    const ran = await inProcess({ ...range, ...options })
    expect(ran.code).toBe(0)
    expect(ran.error).toContain('Nothing was found: the archive has no delivered event since 2026-01-01T00')
  })
})

describe('a terminal', () => {
  it('gets no control sequence that stands in the archive', async () => {
    const hour = '2026-11-10T09'
    const evil = archivedThing('\u001b]0;pwned\u0007', 'terminal', `${hour}:00:00.000Z`)
    await archive(hour, '1', { ...evil, eventType: '\u009b31m' })
    const range = { since: `${hour}:00:00.000Z`, until: '2026-11-10T10:00:00.000Z' }
    const dry = await inProcess({ ...range, dryRun: true, json: undefined })
    expect(dry.out).toContain('?]0;pwned?')
    const json = await inProcess({ ...range, dryRun: true })
    expect(JSON.parse(json.out)).toMatchObject({ first: { eventId: evil.eventId } })
    const stop = cloud.intercept((call, next) => {
      if (call.operation === 'PutEvents') throw new AwsError('AccessDeniedException', 'No')
      return next()
    })
    onTestFinished(stop)
    const stopped = await inProcess({ ...range, json: undefined })
    stop()
    expect(stopped.error).toContain('Stopped before event ?]0;pwned?')
    const [, id = ''] = /outbox replay --resume (\S+) --local/.exec(stopped.error) ?? []
    const resumed = await inProcess({ resume: id, json: undefined })
    for (const { out, error } of [dry, json, stopped, resumed])
      expect(`${out}${error}`.split('\n').join('')).not.toMatch(/\p{Cc}/u)
  })
})

describe('a replay to one consumer', () => {
  it('reaches its queue alone, past its rule, and is handled as a replay', async () => {
    const [event] = await publish('to-plain')
    const ran = await inProcess({
      aggregate: { aggregateType: 'Thing', aggregateId: 'to-plain' },
      to: 'Plain',
    })
    expect(JSON.parse(ran.out)).toMatchObject({ state: 'done', to: 'Shop/Plain', sent: 1 })
    expect(replayed('to-plain')).toEqual([])
    expect(handled('Plain', 'to-plain')).toEqual([
      { eventId: event?.eventId, aggregateId: 'to-plain', isReplay: false },
      { eventId: event?.eventId, aggregateId: 'to-plain', isReplay: true },
    ])
    expect(handled('Replaying', 'to-plain')).toHaveLength(1)
  })

  it('goes into a FIFO queue group by group, in order, without a mark', async () => {
    const hour = '2026-11-04T09'
    const events = ['f1', 'f2', 'f3', 'f4'].map((id, index) =>
      archivedThing(id, index === 2 ? 'fifo-b' : 'fifo-a', `${hour}:00:0${index}.000Z`),
    )
    await archive(hour, '1', ...events)
    const ran = await inProcess({ since: `${hour}:00:00.000Z`, until: `${hour}:59:00.000Z`, to: 'Ordered' })
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.error).toContain('Its queue is FIFO')
    expect(handled('Ordered', 'fifo-a').map(({ eventId }) => eventId)).toEqual(['f1', 'f2', 'f4'])
    expect(handled('Ordered', 'fifo-b')).toEqual([{ eventId: 'f3', aggregateId: 'fifo-b', isReplay: false }])
  })

  it('names the consumers that there are when it knows no such one', async () => {
    const ran = await inProcess({ aggregate: { aggregateType: 'Thing', aggregateId: 'x' }, to: 'Nobody' })
    expect(ran).toEqual({
      code: 1,
      out: '',
      error:
        'Stack Shop has no consumer Nobody: it has Ordered, Plain, Replaying. Give --consumer-stack if it lives in another',
    })
  })
})

describe('a replay that ends too early', () => {
  const ids = (aggregateId: string): string[] =>
    replayed(aggregateId).map(({ detailText }) => idOf(detailText))

  async function stored(hour: string, aggregateId: string, count: number): Promise<string[]> {
    const events = Array.from({ length: count }, (_, index) =>
      archivedThing(`${aggregateId}-${index}`, aggregateId, `${hour}:00:00.000Z`),
    )
    await archive(hour, '1', ...events)
    return events.map(({ eventId }) => eventId)
  }

  /** Runs the program until so many of its events are on the bus, then sends the signal. */
  async function endedBy(signal: NodeJS.Signals, hour: string, aggregateId: string, after: number) {
    const args = [
      '--local',
      folder,
      '--since',
      `${hour}:00Z`,
      '--until',
      `${hour}:59Z`,
      '--rate',
      '20',
      '--yes',
    ]
    const { child, ended } = outboxProcess(['replay', ...args])
    const stop = cloud.listen({
      onEvent: () => {
        if (ids(aggregateId).length >= after) child.kill(signal)
      },
    })
    onTestFinished(stop)
    return ended
  }

  it('by ctrl-C writes its position, and goes on by the command that it prints, without a loss or a duplicate', async () => {
    const all = await stored('2026-11-05T09', 'interrupted', 60)
    const ran = await endedBy('SIGINT', '2026-11-05T09', 'interrupted', 15)
    expect(ran.code).toBe(1)
    const [, id = ''] = /outbox replay --resume (\S+) --local/.exec(ran.error) ?? []
    const sentBefore = ids('interrupted').length
    expect(sentBefore).toBeLessThan(60)
    expect(await recordOf(id)).toMatchObject({ state: 'interrupted', progress: { sent: sentBefore } })

    const resumed = await inProcess({ resume: id, rate: 1_000 })
    expect(JSON.parse(resumed.out)).toMatchObject({
      id,
      state: 'done',
      sent: 60,
      resumedBy: expect.stringMatching(/^arn:aws:/),
    })
    expect(ids('interrupted')).toEqual(all)
    const again = await inProcess({ resume: id })
    expect(again.error).toContain(`Replay ${id} is done since`)
  })

  it('by a kill is taken up once it is silent, and repeats no more than what came after its last position', async () => {
    const all = await stored('2026-11-06T09', 'killed', 60)
    const ran = await endedBy('SIGKILL', '2026-11-06T09', 'killed', 15)
    expect(ran.code).not.toBe(0)
    const history = JSON.parse((await inProcess({ history: true })).out)
    const { id, state, sent } = history.replays[0]
    expect(state).toBe('running')
    const refused = await inProcess({ resume: id })
    expect(refused.error).toMatch(new RegExp(`Replay ${id} is running: .* resume in \\d+ s`))

    await documents.send(
      new UpdateCommand({
        TableName: tableName,
        Key: key(id),
        UpdateExpression: 'SET outboxReplay.updatedAt = :then',
        ExpressionAttributeValues: { ':then': '2026-11-01T00:00:00.000Z' },
      }),
    )
    const sentBefore = ids('killed').length
    expect(await inProcess({ resume: id, rate: 1_000 })).toMatchObject({ code: 0 })
    expect([...new Set(ids('killed'))]).toEqual(all)
    const repeated = ids('killed').length - all.length
    expect(repeated).toBe(sentBefore - sent)
    expect(repeated).toBeLessThanOrEqual(EVENTS_PER_NOTE)
  })

  it('for a missing permission says which, gives nothing up, and goes on when it is there', async () => {
    const all = await stored('2026-11-07T09', 'denied', 25)
    let calls = 0
    const stop = cloud.intercept((call, next) => {
      calls += call.operation === 'PutEvents' ? 1 : 0
      if (call.operation === 'PutEvents' && calls === 2)
        throw new AwsError('AccessDeniedException', 'You may not events:PutEvents')
      return next()
    })
    onTestFinished(stop)
    const ran = await inProcess({ since: '2026-11-07T09:00:00.000Z', until: '2026-11-07T09:59:00.000Z' })
    stop()
    const { id, ...result } = JSON.parse(ran.out)
    expect(result).toMatchObject({ state: 'failed', sent: 10, failed: 0 })
    expect(ran.error).toContain('AccessDeniedException: You may not events:PutEvents')
    expect(await inProcess({ resume: id, yes: true })).toMatchObject({ code: 0 })
    expect(ids('denied')).toEqual(all)
  })

  it('for an event that the bus does not admit passes over it when it is told to, and names it', async () => {
    const all = await stored('2026-11-09T09', 'unadmitted', 12)
    const stop = cloud.intercept((call, next) => {
      if (call.operation === 'PutEvents' && JSON.stringify(call.input).includes('unadmitted-4'))
        throw new AwsError('AccessDeniedException', 'You may not events:PutEvents')
      return next()
    })
    onTestFinished(stop)
    const range = { since: '2026-11-09T09:00:00.000Z', until: '2026-11-09T09:59:00.000Z' }
    const ran = await inProcess(range)
    expect(ran.error).toContain('--skip-denied passes over such events')
    const { id } = JSON.parse(ran.out)
    const passed = await inProcess({ resume: id, skipDenied: true })
    expect(passed.code).toBe(0)
    expect(JSON.parse(passed.out)).toMatchObject({
      state: 'done',
      sent: 11,
      denied: 1,
      failed: 0,
      failedEvents: [{ eventId: 'unadmitted-4', errorCode: 'AccessDeniedException' }],
    })
    expect(passed.error).toContain('denied  unadmitted-4')
    expect(ids('unadmitted')).toEqual(all.filter((eventId) => eventId !== 'unadmitted-4'))
  })

  it('because its terminal was closed notes its position', async () => {
    const all = await stored('2026-11-12T09', 'hung-up', 40)
    const stop = cloud.listen({
      onEvent: () => {
        if (ids('hung-up').length >= 10) process.emit('SIGHUP')
      },
    })
    onTestFinished(stop)
    const range = { since: '2026-11-12T09:00:00.000Z', until: '2026-11-12T09:59:00.000Z' }
    const ran = await inProcess({ ...range, rate: 20 })
    stop()
    const { id, state, sent } = JSON.parse(ran.out)
    expect({ state, sent }).toEqual({ state: 'interrupted', sent: ids('hung-up').length })
    expect(sent).toBeLessThan(40)
    expect(await recordOf(id)).toMatchObject({ state, progress: { sent } })
    expect(await inProcess({ resume: id, rate: 1_000 })).toMatchObject({ code: 0 })
    expect(ids('hung-up')).toEqual(all)
  })

  it('for an object that may not be read says so, and goes on when it may', async () => {
    const all = await stored('2026-11-08T09', 'unread', 2)
    const stop = cloud.intercept((call, next) => {
      if (call.operation === 'GetObject') throw new AwsError('AccessDenied', 'Access Denied', 403)
      return next()
    })
    onTestFinished(stop)
    const ran = await inProcess({ since: '2026-11-08T09:00:00.000Z', until: '2026-11-08T09:59:00.000Z' })
    stop()
    expect(ran.code).toBe(1)
    expect(ran.error).toContain(`You may not read the archive in bucket ${world.bucket}`)
    const [, id = ''] = /Go on with: outbox replay --resume (\S+) --local/.exec(ran.error) ?? []
    expect(await recordOf(id)).toMatchObject({
      state: 'failed',
      reason: 'AccessDenied',
      progress: { sent: 0 },
    })
    expect(await inProcess({ resume: id })).toMatchObject({ code: 0 })
    expect(ids('unread')).toEqual(all)
  })

  it('for an archive that may not be read says so in one line', async () => {
    const stop = cloud.intercept((call, next) => {
      if (call.service === 's3') throw new AwsError('AccessDenied', 'Access Denied', 403)
      return next()
    })
    onTestFinished(stop)
    const ran = await inProcess({ since: '2026-11-07T09:00:00.000Z' })
    expect(ran.error).toBe(
      `You may not read the archive in bucket ${world.bucket}: have s3:ListBucket on it and s3:GetObject on its objects added to your role`,
    )
  })
})

describe('the replays that were', () => {
  it('are listed but for the one that somebody edited, and it is said when there are more', async () => {
    await inProcess({ since: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' })
    const edited = uuidv7()
    await documents.send(
      new PutCommand({ TableName: tableName, Item: { ...key(edited), outboxReplay: { id: edited } } }),
    )
    onTestFinished(async () => {
      await documents.send(new DeleteCommand({ TableName: tableName, Key: key(edited) }))
    })
    const listed = await inProcess({ history: true, limit: 2, json: undefined })
    expect(listed.code).toBe(0)
    expect(listed.out.split('\n')).toHaveLength(2)
    expect(listed.error).toBe(
      `unreadable  ${edited}: its record was edited, and says nothing any more\nThere are more than these latest 2: --limit <n> lists more of them`,
    )
    const all = JSON.parse((await inProcess({ history: true })).out)
    expect(all).toMatchObject({ unreadable: [edited], hasMore: false })
    expect(all.replays.length).toBeGreaterThan(1)
  })
})

describe("a replay of EventBridge's archive", () => {
  it('is started, watched to its end and written down; its events carry its name', async () => {
    const events = await publish('event-bridge', 2)
    // An archive has an event within ten minutes.
    await cloud.clock.advance('11m')
    const clock: Clock = { now: cloud.clock.now, sleep: (duration) => cloud.clock.advance(`${duration}ms`) }
    const ran = await inProcess({ from: 'event-bridge', since: events[0]?.occurredAt }, (options, console) =>
      replay(options, console, clock),
    )
    const { id, ...result } = JSON.parse(ran.out)
    expect(result).toMatchObject({ state: 'done', from: 'event-bridge', sent: null })
    expect(ran.error).toContain('their order is not kept')
    const sent = replayed('event-bridge')
    expect(sent.map(({ detailText }) => idOf(detailText)).sort()).toEqual(
      events.map(({ eventId }) => eventId).sort(),
    )
    for (const { envelope } of sent)
      expect(envelope).toMatchObject({ 'replay-name': `outbox-${id}`, resources: [] })
    expect(handled('Plain', 'event-bridge').every(({ isReplay }) => !isReplay)).toBe(true)
    expect(handled('Replaying', 'event-bridge').filter(({ isReplay }) => isReplay)).toHaveLength(2)
  })
})
