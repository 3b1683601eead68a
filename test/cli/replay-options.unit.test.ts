import { describe, expect, it } from 'vitest'
import { archiveBucket } from '../../lib/cli/archive/archive-bucket.js'
import { bytesText } from '../../lib/cli/archive/bytes-text.js'
import { awsClients } from '../../lib/cli/operate/aws-clients.js'
import { archiveLag } from '../../lib/cli/replay/archive-lag.js'
import { filtersOf } from '../../lib/cli/replay/filters-of.js'
import { inboxNote } from '../../lib/cli/replay/inbox-note.js'
import { nothingFound } from '../../lib/cli/replay/nothing-found.js'
import { originOf } from '../../lib/cli/replay/origin-of.js'
import { originOfRange } from '../../lib/cli/replay/origin-of-range.js'
import { planOf, resumedPlan } from '../../lib/cli/replay/plan-of.js'
import { replayFault } from '../../lib/cli/replay/replay-fault.js'
import type { ReplayOptions } from '../../lib/cli/replay/replay-options.js'
import { resumeCommand } from '../../lib/cli/replay/resume-command.js'
import { timeArgument } from '../../lib/cli/replay/time-argument.js'
import { run } from '../../lib/cli/run.js'
import { assertResumable } from '../../lib/replay/assert-resumable.js'
import { NO_PROGRESS } from '../../lib/replay/replay-progress.js'
import type { ReplayPlan, ReplayRecord } from '../../lib/replay/replay-record.js'
import { archived, packed } from '../replay/archived.js'
import { storedArchive } from '../replay/stored-archive.js'

const NOW = Date.parse('2026-11-30T12:00:00.000Z')
const SINCE = '2026-11-30T09:00:00.000Z'
const AGGREGATE = { aggregateType: 'Order', aggregateId: 'o-1' }

describe('a time', () => {
  const time = timeArgument(() => NOW)

  it.each([
    ['2026-11-30', '2026-11-30T00:00:00.000Z'],
    ['2026-11-30T09:30Z', '2026-11-30T09:30:00.000Z'],
    ['2026-11-30T09:30:01.5Z', '2026-11-30T09:30:01.500Z'],
    ['90m', '2026-11-30T10:30:00.000Z'],
    ['2h', '2026-11-30T10:00:00.000Z'],
    ['3d', '2026-11-27T12:00:00.000Z'],
    ['1w', '2026-11-23T12:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  it.each([
    '',
    'yesterday',
    '2026-11-30T09:30',
    '2026-11-30T09:30+01:00',
    '2026-02-31',
    '2026-13-01',
    '2 h',
    '-2h',
    '999999w',
  ])('%s is refused with the form', (text) => {
    expect(() => time(text)).toThrow('Expected a time in UTC, as 2026-11-30 or 2026-11-30T09:00Z')
  })
})

describe('which events', () => {
  it.each([
    [{ since: SINCE }, 'range'],
    [{ until: SINCE }, 'range'],
    [{ aggregate: AGGREGATE }, 'rows'],
    [{ aggregate: AGGREGATE, since: SINCE }, 'range'],
    [{ event: 'a' }, 'range'],
    [{ since: SINCE, from: 'rows' }, 'rows'],
    [{ aggregate: AGGREGATE, event: 'a' }, 'rows'],
    [{ aggregate: AGGREGATE, from: 'archive' }, 'archive'],
    [{}, undefined],
  ] as const)('%j come from: %s', (options, expected) => {
    expect(originOf(options)).toBe(expected)
  })

  it('that is named is looked for around the time in its id', () => {
    expect(filtersOf({ event: '01a22e1e-2045-7081-ad6e-df3717003731' })).toEqual({
      eventId: '01a22e1e-2045-7081-ad6e-df3717003731',
      since: '2026-11-30T20:19:56.005Z',
      until: '2026-11-30T20:21:56.005Z',
    })
    expect(filtersOf({ event: 'x' })).toEqual({ eventId: 'x' })
    expect(filtersOf({ event: '01a22e1e-2045-7081-ad6e-df3717003731', since: SINCE })).toEqual({
      eventId: '01a22e1e-2045-7081-ad6e-df3717003731',
      since: SINCE,
    })
  })

  it.each<[ReplayOptions, string | undefined]>([
    [{ since: SINCE }, undefined],
    [{ since: SINCE, to: 'Shipping', consumerStack: 'Ship', rate: 5, type: ['A'] }, undefined],
    [{ resume: 'r', yes: true, rate: 5, json: true }, undefined],
    [{ history: true }, undefined],
    [{ from: 'event-bridge', since: SINCE, archive: 'all', dryRun: true }, undefined],
    [
      {},
      'expected to be told which events: give --since, --event, or --aggregate for rows that are retained',
    ],
    [{ from: 'rows', since: SINCE }, undefined],
    [
      { from: 'rows', type: ['A'] },
      '--from rows needs to be told which rows: give --since, --event or --aggregate <Type/id>',
    ],
    [
      { since: SINCE, archive: 'x' },
      "--archive names an archive of EventBridge's: give --from event-bridge as well, or leave it out",
    ],
    [
      { since: SINCE, consumerStack: 'x' },
      '--consumer-stack says where the consumer of --to is: give --to, or leave it out',
    ],
    [
      { since: '2026-11-30T12:00:00.000Z' },
      'expected --since to be before now, got 2026-11-30T12:00:00.000Z',
    ],
    [{ since: SINCE, until: SINCE }, `expected --since to be before --until, got ${SINCE} and ${SINCE}`],
    [{ from: 'event-bridge' }, '--from event-bridge needs --since: EventBridge replays a range of time'],
    [
      { from: 'event-bridge', since: SINCE, type: ['A'], aggregate: AGGREGATE, rate: 5 },
      'EventBridge replays all that its archive has of a range, at its own pace: leave out --type, --aggregate, --rate',
    ],
    [{ resume: 'r', since: SINCE, to: 'x' }, '--resume goes on with what was begun: leave out --since, --to'],
    [{ resume: 'r', skipMalformed: true, skipDenied: true, skipFailing: true }, undefined],
    [{ history: true, limit: 5 }, undefined],
    [{ since: SINCE, limit: 5 }, '--limit says how many --history lists: give --history, or leave it out'],
    [{ since: SINCE, to: 'Shipping', toQueue: 'url' }, undefined],
    [
      { since: SINCE, toQueue: 'url' },
      '--to-queue says which queue of the consumer of --to: give --to, or leave it out',
    ],
    [{ since: SINCE, from: 'archive', bucket: 'b' }, undefined],
    [
      { since: SINCE, bucket: 'b' },
      '--bucket names the bucket of an archive in S3: give --from archive as well, or leave it out',
    ],
    [
      { since: SINCE, to: 'Shipping', skipDenied: true },
      '--skip-denied is for the bus: a queue admits all events, or none. Leave it out, or --to',
    ],
    [{ history: true, type: ['A'] }, '--history lists all replays: leave out --type'],
    [{ history: true, resume: 'r' }, '--resume and --history exclude each other'],
  ])('%j: %s', (options, expected) => {
    expect(replayFault(options, NOW)).toBe(expected)
  })
})

describe('the events of a range', () => {
  const outbox = {
    name: 'shop',
    tableName: 't',
    keys: { partitionKey: 'pk' },
    ttlAttribute: 'x',
    environment: { OUTBOX_RETENTION_SECONDS: '86400', OUTBOX_ARCHIVE_BUCKET: 'b' },
  }
  const { client: empty } = storedArchive({})
  const { client: filled } = storedArchive({
    'shop/date=2026-11-30/hour=09/1.ndjson.gz': packed(archived('a')),
  })
  const YOUNG = '2026-11-29T13:00:00.000Z'
  const OLD = '2026-11-29T11:00:00.000Z'

  it.each([
    ['is younger than the retention', { since: YOUNG, until: SINCE }, 'rows'],
    ['is older', { since: '2026-11-28T00:00:00.000Z', until: OLD }, 'archive'],
    ['has no begin and is older', { until: OLD }, 'archive'],
    ['ends when rows may wait for the archive', { since: OLD, until: '2026-11-29T11:00:00.001Z' }, 'both'],
    ['begins when they may', { since: '2026-11-29T12:59:59.999Z', until: SINCE }, 'both'],
    ['has no begin', { until: SINCE }, 'both'],
  ] as const)('that %s are looked for where they are', async (_, range, expected) => {
    expect(await originOfRange(empty, outbox, range, NOW)).toBe(expected)
  })

  it('are looked for in both where the archive has its hours already, or the retention is not known', async () => {
    const range = { since: YOUNG, until: '2026-11-30T12:00:00.000Z' }
    expect(await originOfRange(filled, outbox, range, NOW)).toBe('both')
    const environment = { OUTBOX_ARCHIVE_BUCKET: 'b' }
    expect(await originOfRange(empty, { ...outbox, environment }, range, NOW)).toBe('both')
  })
})

describe('what people are told', () => {
  it('the inbox remembers, or has forgotten', () => {
    expect(inboxNote('2026-11-20T00:00:00.000Z', NOW)).toContain('skips what it has handled')
    expect(inboxNote('2026-10-20T00:00:00.000Z', NOW)).toContain(
      'WARNING: there may be events older than 35 days',
    )
    expect(inboxNote(undefined, NOW)).toContain('WARNING')
  })

  it('the archive does not have what is retained in the table', () => {
    const environment = { OUTBOX_RETENTION_SECONDS: String(86_400) }
    expect(archiveLag(environment, NOW)).toBe(
      'what was delivered after 2026-11-29T11:00:00.000Z is in the table still, not in the archive: --from both takes it, too',
    )
    expect(archiveLag({}, NOW)).toBeUndefined()
  })

  it('an outbox without an archive, with the prop to set', () => {
    expect(() =>
      archiveBucket({
        name: 'shop',
        environment: {},
        tableName: 't',
        keys: { partitionKey: 'pk' },
        ttlAttribute: 'x',
      }),
    ).toThrow('Outbox shop has no archive: set `archive: true` on the TransactionalOutbox')
  })

  it.each([
    [
      { from: 'archive', filters: { eventId: 'e\u001b]0;x\u0007' } },
      0,
      'Nothing was found: the archive has no delivered event with the id e?]0;x?.',
    ],
    [
      { from: 'both', filters: { since: SINCE } },
      2,
      `Nothing was found: the archive and the rows that wait for it have no delivered event since ${SINCE}. 2 rows are not delivered yet: that is the outbox's to do.`,
    ],
  ] as const)('of %j, that nothing was found', (plan, unpublished, line) => {
    expect(nothingFound(plan, { unpublished })).toBe(line)
  })

  it('the command that goes on, from the same place', () => {
    expect(resumeCommand('r1', { stack: 'Shop', region: 'eu-west-1', json: true })).toBe(
      'outbox replay --resume r1 --stack Shop --region eu-west-1',
    )
    expect(resumeCommand('r1', { local: true, outbox: "it's" })).toBe(
      "outbox replay --resume r1 --outbox 'it'\\''s' --local",
    )
    expect(resumeCommand('r1', { table: 't', sortKey: '' })).toBe(
      "outbox replay --resume r1 --table t --sort-key ''",
    )
  })

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1.0 KB'],
    [3_400_000, '3.4 MB'],
  ])('%i is %s', (bytes, expected) => {
    expect(bytesText(bytes)).toBe(expected)
  })
})

describe('the plan of a replay that goes on', () => {
  const plan: ReplayPlan = { from: 'archive', filters: {}, eventBusArn: 'arn', rate: 7, skipMalformed: true }

  it('is what was planned, and may pass what stopped it', () => {
    expect(resumedPlan(plan, {})).toEqual(plan)
    expect(resumedPlan(plan, { rate: 9, skipDenied: true })).toEqual({ ...plan, rate: 9, skipDenied: true })
    expect(resumedPlan({ ...plan, skipFailing: true }, {})).toEqual({ ...plan, skipFailing: true })
  })

  it('of an archive that was switched off reads the bucket that is told', async () => {
    const { client: s3 } = storedArchive({})
    const clients = awsClients({ region: 'eu-west-1' })
    const outbox = {
      name: 'shop',
      tableName: 't',
      keys: { partitionKey: 'pk' },
      ttlAttribute: 'x',
      environment: {},
    }
    const common = { clients, s3, outbox, eventBusArn: 'arn', now: NOW }
    const options: ReplayOptions = { from: 'archive', since: SINCE }
    await expect(planOf({ ...common, options })).rejects.toThrow('Outbox shop has no archive')
    expect(await planOf({ ...common, options: { ...options, bucket: 'old' } })).toMatchObject({
      archive: 'old',
    })
    clients.close()
  })

  it('denies nothing by the event where it fills a queue', () => {
    const consumer = { name: 'Shipping', stack: 'Shop' }
    expect(() => resumedPlan({ ...plan, consumer }, { skipDenied: true })).toThrow(
      'Expected no --skip-denied, for this replay fills a queue, which admits all events or none: leave it out',
    )
  })
})

describe('a replay', () => {
  const record = (state: ReplayRecord['state'], updatedAt: string): ReplayRecord => ({
    id: 'r1',
    outbox: 'shop',
    by: 'arn:aws:iam::1:user/ada',
    startedAt: updatedAt,
    updatedAt,
    state,
    run: 'x',
    plan: { from: 'archive', filters: {}, eventBusArn: 'arn', skipMalformed: false },
    progress: NO_PROGRESS,
    failedEvents: [],
  })

  it.each([
    ['interrupted', '2026-11-30T11:59:59.000Z'],
    ['failed', '2026-11-30T11:59:59.000Z'],
    ['running', '2026-11-30T11:59:00.000Z'],
  ] as const)('that is %s since %s may be resumed', (state, updatedAt) => {
    expect(() => assertResumable(record(state, updatedAt), NOW)).not.toThrow()
  })

  it('that is done, or at work, may not', () => {
    expect(() => assertResumable(record('done', SINCE), NOW)).toThrow(`Replay r1 is done since ${SINCE}`)
    expect(() => assertResumable(record('running', '2026-11-30T11:59:30.000Z'), NOW)).toThrow(
      'Replay r1 is running: arn:aws:iam::1:user/ada noted its position at 2026-11-30T11:59:30.000Z. If that process is gone, resume in 30 s',
    )
  })
})

describe('outbox', () => {
  it.each([
    [['replay'], 2, 'expected to be told which events'],
    [['replay', '--aggregate', 'Order'], 2, 'Expected <Type>/<id>, as Order/42.'],
    [['replay', '--context', 'tenant'], 2, 'Expected <key>=<value>, as tenant=acme.'],
    [['replay', '--context', 'a=1', '--context', 'a=2'], 2, 'Expected a once: an event has one.'],
    [['replay', '--since', 'x'], 2, 'Expected a time in UTC'],
    [['replay', '--history', '--limit', '0'], 2, 'Expected a whole number from 1 to 10000.'],
    [['replay', '--rate', '0'], 2, 'Expected a whole number from 1 to 100000.'],
    [['replay', '--from', 'nowhere'], 2, 'Allowed choices are rows, archive, both, event-bridge.'],
    [['replay', '--help'], 0, '--skip-malformed'],
    [['archive'], 2, 'Usage: outbox archive'],
    [['archive', 'rm'], 2, "unknown command 'rm'"],
    [['archive', 'ls', '--lnog'], 2, "unknown option '--lnog'"],
    [
      ['archive', 'cat', '--since', '2026-11-30', '--until', '2026-11-29'],
      2,
      'expected --since to be before --until',
    ],
    [['archive', 'ls', '--help'], 0, '--since <time>'],
  ])('%j exits with %i', async (args, code, message) => {
    const lines: string[] = []
    const add = (line: string): void => void lines.push(line)
    expect(await run(args, { out: add, error: add })).toBe(code)
    expect(lines.join('\n')).toContain(message)
  })
})
