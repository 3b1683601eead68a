import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import type { OutboxEvent } from 'serverless-outbox'
import { afterAll, describe, expect, it } from 'vitest'
import { tellRunningCloud } from '../../../lib/cli/local/running-cloud.js'
import { newFence } from '../../../lib/store/fence.js'
import { shardOf } from '../../../lib/store/shard.js'
import { editRow } from '../../guarantees/faults/edit-row.js'
import { readRows } from '../../guarantees/read-rows.js'
import { untilSettled } from '../../guarantees/until-settled.js'
import { masked } from './masked.js'
import { operateCloud } from './operate-cloud.js'
import { runHere } from './run-here.js'
import { type Ran, runOutbox } from './run-outbox.js'

const DAY = 24 * 60 * 60_000

const fixture = await operateCloud()
const { cloud, folder, write, writeBroken, mend, outboxName, tableName } = fixture
const untell = await tellRunningCloud(folder, cloud)
afterAll(untell)

const local = `--local=${folder}`
/** They die one after the other, and their notices are out. */
async function writeDead(aggregateId: string): Promise<OutboxEvent> {
  const event = await writeBroken(aggregateId)
  await untilSettled(cloud, async () => String((await rowOf(event))?.['obShard']).startsWith('D#'))
  return event
}

/** One of each kind. EventBridge is down then, so that what waits keeps waiting. */
async function oneOfEach() {
  const done = await write('done')
  const bad1 = await writeDead('bad-1')
  const bad2 = await writeDead('bad-2')
  const bad3 = await writeDead('bad-3')
  await untilSettled(cloud, async () => (await rowOf(done))?.['obStatus'] === 'PUBLISHED')
  cloud.faults.inject({ service: 'events', kind: 'unavailable' })
  const waits = await write('waits')
  const retries = await write('retries')
  const later = await write('later', new Date(Date.now() + DAY))
  await editRow(fixture, retries, {
    obShard: `R#${cloud.region}#${shardOf('Thing', 'retries')}`,
    obDue: newFence(Date.now() + DAY),
    obAttempts: 2,
    obError: 'InternalFailure: try again',
  })
  return { done, bad1, bad2, bad3, waits, retries, later }
}

const events = await oneOfEach()

async function rowOf({ eventId }: OutboxEvent): Promise<Readonly<Record<string, unknown>> | undefined> {
  return (await readRows(fixture)).find(({ sk }) => sk === eventId)
}

/** Ids, names and times by what they mean. */
function readable({ out, error }: Pick<Ran, 'out' | 'error'>): string {
  const names = Object.entries(events).map(([name, { eventId }]) => [eventId, `<${name}>`])
  return masked(`${out}${error === '' ? '' : `-- stderr\n${error}`}`, {
    ...Object.fromEntries(names),
    [outboxName]: '<outbox>',
    [tableName]: '<table>',
  })
}

describe('outbox status', () => {
  it('says how much waits where, as a program on a stack', async () => {
    const { accessKeyId, secretAccessKey } = cloud.clientConfig.credentials
    const ran = await runOutbox(['status', '--stack', 'Shop', '--endpoint-url', cloud.endpoint], {
      AWS_REGION: cloud.region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    })
    expect(ran.code).toBe(0)
    expect(readable(ran)).toBe(
      [
        'outbox  <outbox> in us-east-1',
        'pending  2, the oldest for <age>',
        'retrying  1',
        'scheduled  1',
        'dead  3',
        'notices owed  0',
        'waiting for archive  0',
        'dead-letter queue  3 messages',
        'redrive queue  0 messages',
        'relay-failure queue  0 messages',
        'relay mapping  Enabled',
        'iterator age  <age>',
        'table  <table> ACTIVE: 7 items, 0 bytes',
        'index  0 items, 0 bytes',
        '',
      ].join('\n'),
    )
  })

  it('is one document for programs', async () => {
    const { code, out, error } = await runHere(['status', local, '--json'])
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(JSON.parse(out)).toEqual({
      outbox: outboxName,
      region: 'us-east-1',
      pending: 2,
      oldestPendingAge: expect.any(Number),
      retrying: 1,
      scheduled: 1,
      dead: 3,
      noticesWaiting: 0,
      waitingForArchive: 0,
      isWhole: true,
      lowerBounds: [],
      queues: { deadLetter: 3, redrive: 0, relayFailure: 0 },
      relayMapping: 'Enabled',
      iteratorAge: expect.any(Number),
      table: { name: tableName, status: 'ACTIVE', items: 7, bytes: 0, indexItems: 0, indexBytes: 0 },
    })
  })

  it('tells what is not known without a stack', async () => {
    const { code, out } = await runHere(['status', local, '--stack', 'Shop', '--table', 'other'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    const { code: known, out: document } = await runHereAs(['status', '--json', '--table', tableName])
    expect(known).toBe(0)
    expect(JSON.parse(document)).toMatchObject({
      outbox: tableName,
      pending: 2,
      queues: { deadLetter: null, redrive: null, relayFailure: null },
      relayMapping: null,
      iteratorAge: null,
    })
  })
})

/** With the credentials of somebody in the environment, as on AWS. */
async function runHereAs(args: readonly string[], caller?: string): Promise<Ran> {
  const { credentials, region } =
    caller === undefined ? cloud.clientConfig : await cloud.clientConfigAs(caller)
  const before = { ...process.env }
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  })
  try {
    return await runHere([...args, '--endpoint-url', cloud.endpoint])
  } finally {
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
  }
}

describe('outbox list', () => {
  const HEADER = 'EVENT  TYPE  AGGREGATE  AGE  DUE  ATTEMPTS  ERROR\n'

  it.each<[string, readonly string[], string]>([
    [
      'what waits, oldest first',
      [],
      `<waits>  ThingHappened  Thing/waits  <age>  <age> ago  0  -\n<retries>  ThingHappened  Thing/retries  <age>  in <day>  2  InternalFailure\n`,
    ],
    [
      'what is retried',
      ['--status', 'retrying'],
      '<retries>  ThingHappened  Thing/retries  <age>  in <day>  2  InternalFailure\n',
    ],
    [
      'what is scheduled',
      ['--status', 'scheduled'],
      '<later>  ThingHappened  Thing/later  <age>  in <day>  0  -\n',
    ],
    [
      'dead ones of an aggregate',
      ['--status', 'dead', '--aggregate', 'Thing/bad-2'],
      '<bad2>  ThingHappened  Thing/bad-2  <age>  <age> ago  1  InvalidRow\n',
    ],
    [
      'published ones of an aggregate',
      ['--status', 'published', '--aggregate', 'Thing/done'],
      '<done>  ThingHappened  Thing/done  <age>  -  0  -\n',
    ],
    [
      'published ones in the whole table',
      ['--status', 'published', '--scan', '--max-rcu', '100'],
      '<done>  ThingHappened  Thing/done  <age>  -  0  -\n',
    ],
  ])('lists %s', async (_, args, lines) => {
    const ran = await runHere(['list', local, ...args])
    expect(ran.code).toBe(0)
    expect(readable(ran)).toBe(`${HEADER}${lines}`)
  })

  it('says that there are more, and that nothing fits', async () => {
    const one = await runHere(['list', local, '--status', 'dead', '--limit', '1'])
    expect(readable(one)).toBe(
      `${HEADER}<bad1>  ThingHappened  Thing/bad-1  <age>  <age> ago  1  InvalidRow\n-- stderr\nThere are more than 1: raise --limit, or choose with --type and --aggregate.\n`,
    )
    const none = await runHere(['list', local, '--status', 'dead', '--error', 'Other'])
    expect(none).toEqual({ code: 0, out: 'No dead events.\n', error: '' })
    expect((await runHere(['list', local, '--type', 'Other'])).out).toBe('No pending events.\n')
  })

  it('is one document for programs, without a payload', async () => {
    const { code, out, error } = await runOutbox([
      'list',
      local,
      '--status',
      'dead',
      '--limit',
      '2',
      '--json',
    ])
    expect({ code, error }).toEqual({ code: 0, error: '' })
    const dead = ({ eventId, aggregateId, occurredAt }: OutboxEvent) => ({
      eventId,
      type: 'ThingHappened',
      aggregateType: 'Thing',
      aggregateId,
      status: 'DEAD',
      writtenAt: occurredAt,
      dueAt: expect.stringMatching(/Z$/),
      diedAt: expect.stringMatching(/Z$/),
      publishedAt: null,
      attempts: 1,
      errorCode: 'InvalidRow',
    })
    expect(JSON.parse(out)).toEqual({
      outbox: outboxName,
      status: 'dead',
      events: [dead(events.bad1), dead(events.bad2)],
      more: true,
      complete: false,
    })
  })
})

describe('outbox show', () => {
  it('shows a dead letter with its payload and its notice, which stays', async () => {
    const ran = await runHere(['show', events.bad1.eventId, local])
    expect(ran.code).toBe(0)
    expect(readable(ran).replace(/#\d\d\n/, '#<shard>\n')).toBe(
      [
        'event  <bad1>',
        'type  ThingHappened from shop',
        'aggregate  Thing/bad-1',
        'status  DEAD, in D#us-east-1#<shard>',
        'next  people: mend the cause, then outbox redrive <bad1>',
        'written  <time> (<age> ago)',
        'attempts  1',
        'first failed  <time>',
        "error  InvalidRow: Expected the row's `obDetail` to be the text of a JSON object",
        'died  <time> (<age> ago), once',
        'notice  in the dead-letter queue',
        'row  <table> OUTBOX#Thing#bad-1 <bad1>',
        '',
        'broken',
        '',
      ].join('\n'),
    )
    expect(JSON.parse((await runHere(['status', local, '--json'])).out).queues.deadLetter).toBe(3)
    const { Messages = [] } = await fixture.queues.send(
      new ReceiveMessageCommand({
        QueueUrl: fixture.deadLetterQueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 0,
      }),
    )
    expect(Messages).toHaveLength(3)
  })

  it('tells who must act on what waits', async () => {
    const next = async (event: OutboxEvent): Promise<unknown> => {
      const { out } = await runHere(['show', event.eventId, local, '--json'])
      return JSON.parse(out)
    }
    expect(await next(events.waits)).toMatchObject({
      status: 'PENDING',
      next: { who: 'the relay; the sweeper takes it over', at: expect.stringMatching(/Z$/) },
      detail: expect.stringContaining('"secret of waits"'),
      notice: null,
    })
    expect(await next(events.later)).toMatchObject({
      next: { who: 'the sweeper, when it is due', at: events.later.availableAt?.toISOString() },
    })
    expect(await next(events.retries)).toMatchObject({
      attempts: 2,
      error: 'InternalFailure: try again',
      next: { who: 'the sweeper, when it is due', at: expect.stringMatching(/Z$/) },
    })
  })

  it('finds a published event by its aggregate only, and says so', async () => {
    const { eventId } = events.done
    expect(await runHere(['show', eventId, local])).toEqual({
      code: 1,
      out: '',
      error: `Event ${eventId} neither waits nor is dead: if it is published, find it with --aggregate <Type/id>\n`,
    })
    const found = await runOutbox(['show', eventId, local, '--aggregate', 'Thing/done'])
    expect(found.code).toBe(0)
    expect(readable(found)).toContain(
      'status  PUBLISHED\nnext  nobody: it is done, and DynamoDB deletes it <time> (in 6 d 23 h)\n',
    )
    expect(found.out).toContain('"secret of done"')
    expect(await runHere(['show', eventId, local, '--aggregate', 'Thing/other'])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^There is no event .* in OUTBOX#Thing#other: check --aggregate/),
    })
  })
})

describe('outbox redrive', () => {
  it('says which, with --dry-run, and changes nothing', async () => {
    const ran = await runHere(['redrive', '--all', '--dry-run', local])
    expect(ran.code).toBe(0)
    expect(readable(ran)).toContain('Dry run: 3 would be redriven, 0 missing\n')
    const { code, out } = await runHere(['redrive', events.done.eventId, '--dry-run', '--json', local])
    expect({ code, out: JSON.parse(out) }).toEqual({
      code: 1,
      out: { outbox: outboxName, dryRun: true, missing: [events.done.eventId], events: [] },
    })
    expect(await rowOf(events.bad1)).toMatchObject({ obStatus: 'DEAD' })
  })

  it('refuses without a terminal, and takes an answer for no', async () => {
    const refused = await runHere(['redrive', '--all', local])
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(
        /\nNothing was done: there is no terminal to ask at\. Give --yes to do it, or --dry-run to look first\n$/,
      ),
    })
    const questions: string[] = []
    const no = await runHere(['redrive', '--all', local], async (question) => {
      questions.push(question)
      return ''
    })
    expect(no).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/\nNothing was done\.\n$/) })
    expect(questions).toEqual([`Redrive 3 events of ${outboxName}? [y/N] `])
    expect(await rowOf(events.bad1)).toMatchObject({ obStatus: 'DEAD' })
  })

  it('gives the row back to the sweeper, says who did it, and deletes its notice only', async () => {
    const ran = await runOutbox(['redrive', events.bad1.eventId, events.done.eventId, '--yes', local])
    expect(ran.code).toBe(1)
    expect(readable({ out: ran.out, error: '' })).toBe(
      [
        'missing  <done>  is no dead letter: see `outbox show`',
        '1 redriven, 0 lost, 0 failed, 1 missing',
        '1 notice deleted from the dead-letter queue',
        '',
      ].join('\n'),
    )
    expect(await rowOf(events.bad1)).toMatchObject({
      obStatus: 'PENDING',
      obShard: expect.stringMatching(/^R#us-east-1#/),
      obRedrivenBy: expect.stringMatching(/^arn:aws:iam::\d+:/),
      obDeaths: 1,
    })
    expect(await rowOf(events.bad2)).toMatchObject({ obStatus: 'DEAD' })
    expect(JSON.parse((await runHere(['status', local, '--json'])).out)).toMatchObject({
      dead: 2,
      retrying: 2,
      queues: { deadLetter: 2 },
    })
  })

  it('reports each event for programs, after a yes', async () => {
    const { code, out } = await runHere(
      ['redrive', '--type', 'ThingHappened', '--error', 'InvalidRow', '--json', local],
      async () => 'y',
    )
    expect(code).toBe(0)
    const redriven = ({ eventId, aggregateId }: OutboxEvent) => ({
      eventId,
      aggregateType: 'Thing',
      aggregateId,
      outcome: 'redriven',
    })
    expect(JSON.parse(out)).toEqual({
      outbox: outboxName,
      redriven: 2,
      lost: 0,
      failed: 0,
      missing: [],
      left: 0,
      noticesDeleted: 2,
      noticesError: null,
      events: [redriven(events.bad2), redriven(events.bad3)],
    })
    expect(await runHere(['redrive', '--all', local])).toEqual({
      code: 0,
      out: '0 redriven, 0 lost, 0 failed, 0 missing\n0 notices deleted from the dead-letter queue\n',
      error: '',
    })
  })
})

it('what was mended and redriven is delivered', async () => {
  await mend(events.bad1)
  cloud.faults.clear()
  await cloud.clock.advance('2m')
  expect(await rowOf(events.bad1)).toMatchObject({ obStatus: 'PUBLISHED', obDeaths: 1 })
})

describe('what goes wrong is one line', () => {
  it.each<[string, readonly string[], string]>([
    [
      'a wrong stack',
      ['--stack', 'Nowhere'],
      'There is no stack Nowhere here: check --stack and --region, and the account of your credentials\n',
    ],
    [
      'a wrong outbox',
      ['--stack', 'Shop', '--outbox', 'Other'],
      `Stack Shop has no outbox whose name ends in Other: it has ${outboxName}\n`,
    ],
    ['a wrong table', ['--table', 'nowhere'], 'ResourceNotFoundException: '],
    [
      'nothing that says which',
      [],
      'Expected to be told which outbox, got nothing: give --stack <name>, --table <name> or --local, or set OUTBOX_STACK or OUTBOX_TABLE_NAME\n',
    ],
  ])('%s', async (_, args, line) => {
    const { code, out, error } = await runHereAs(['status', ...args])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error).toMatch(/^[^\n]+\n$/)
    expect(error).toContain(line)
  })

  it('a missing permission', async () => {
    const { code, error } = await runHereAs(['status', '--stack', 'Shop'], 'Shop/Outbox/Relay')
    expect(code).toBe(1)
    expect(error).toMatch(
      /^User: arn:aws:sts::\d+:assumed-role\/\S+ is not authorized to perform: cloudformation:ListStackResources .*: have it added to your role\n$/,
    )
  })

  it('a local cloud that does not run', async () => {
    expect(await runHere(['status', '--local', '/nowhere'])).toEqual({
      code: 1,
      out: '',
      error: 'No local cloud runs `/nowhere`: start it with `npx outbox local --assembly /nowhere`\n',
    })
  })
})
