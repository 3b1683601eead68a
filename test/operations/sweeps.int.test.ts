import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, onTestFinished, vi } from 'vitest'
import { newFence } from '../../lib/store/fence.js'
import { editRow } from '../guarantees/faults/edit-row.js'
import { killCaller } from '../guarantees/faults/kill-caller.js'
import { SWEEPS } from './parts.js'
import { runbookCloud } from './runbook-cloud.js'
import { walk } from './walker.js'

// Minutes of the cloud's time in each.
vi.setConfig({ testTimeout: 240_000 })

const SWEEPER = 'Shop/Outbox/Sweeper'
const HOUR = 60 * 60_000

const fixture = await runbookCloud()
const { cloud, write, rowOf, ringing, refuse, documents, tableName } = fixture

async function writeOne(text: string): Promise<OutboxEvent> {
  const [event] = await write(text)
  if (event === undefined) throw new Error('Expected an event, got none')
  return event
}

/** An event that was handed over to the sweeper, and nothing keeps it from being delivered. */
async function writeHandedOver(text: string): Promise<OutboxEvent> {
  const pass = refuse('InternalFailure', text)
  const [, event] = await write(`beside ${text}`, text)
  await cloud.clock.advance('5s')
  pass()
  if (event === undefined) throw new Error('Expected an event, got none')
  expect(await rowOf(event)).toMatchObject({ obShard: expect.stringMatching(/^R#/) })
  return event
}

walk(fixture, SWEEPS, {
  'sweeper-errors': async (step) => {
    const heal = cloud.intercept(async (call, next) =>
      call.caller.name === cloud.logicalId(SWEEPER) ? killCaller(cloud, call) : next(),
    )
    onTestFinished(heal)
    const event = await writeHandedOver('for the sweeper')
    await cloud.clock.advance('11m')
    expect(await ringing()).toContain('sweeper-errors')
    expect(await step('outbox status --stack <stack>')).toMatch(/\nretrying +1\n/)
    await step('aws logs tail <SweeperLogs> --since 1h')
    expect(await step('outbox list --stack <stack> --status retrying')).toContain('Thing/for the sweeper')
    const names = { eventId: event.eventId }
    expect(await step('outbox show <eventId> --stack <stack>', { names })).toMatch(/\nnext +the sweeper/)
    heal()
    await cloud.clock.advance('6m')
    expect(await rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  'sweeps-incomplete': async (step) => {
    for (const operation of ['Scan', 'Query'])
      cloud.faults.inject({ service: 'dynamodb', operation, caller: SWEEPER, kind: 'throttle' })
    const event = await writeHandedOver('not looked for')
    await cloud.clock.advance('16m')
    expect(await ringing()).toContain('sweeps-incomplete')
    expect(
      await step(`aws logs tail <SweeperLogs> --since 1h --filter-pattern '{ $.level = "ERROR" }'`),
    ).toMatch(/"phase":"(levels|due|notices|archive)"/)
    expect(await step('outbox status --stack <stack>')).toMatch(/\nretrying +1\n/)
    cloud.faults.clear()
    await cloud.clock.advance('5m')
    expect(await rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  'records-unreadable': async (step) => {
    const event = await writeHandedOver('edited')
    await editRow(fixture, event, { obShard: `R#${cloud.region}#99` })
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('records-unreadable')
    const { eventId } = event
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toContain(`${eventId} of Thing/edited`)
    expect(
      await step(`aws logs tail <SweeperLogs> --since 1h --filter-pattern '{ $.level = "ERROR" }'`),
    ).toContain(eventId)
    expect(
      await step('outbox show <eventId> --aggregate <Type/id> --stack <stack>', {
        names: { eventId, 'Type/id': 'Thing/edited' },
      }),
    ).toMatch(new RegExp(`\nrow +${tableName} OUTBOX#Thing#edited ${eventId}\n`))
    await step(
      `aws dynamodb update-item --table-name <table> --key '{"pk":{"S":"OUTBOX#<Type>#<id>"},"sk":{"S":"<eventId>"}}' --update-expression 'SET obShard = :shard, obDue = :due' --condition-expression 'obStatus = :pending' --expression-attribute-values '{":shard":{"S":"R#<region>#00"},":due":{"S":"<now>#0badcafe"},":pending":{"S":"PENDING"}}'`,
      { names: { eventId, Type: 'Thing', id: 'edited' } },
    )
    await cloud.clock.advance('5m')
    expect(await rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  'archive-delay': async (step) => {
    cloud.faults.inject({ service: 's3', operation: 'PutObject', kind: 'error', code: 'AccessDenied' })
    const event = await writeOne('for the archive')
    await cloud.clock.advance('1m')
    await editRow(fixture, event, { obDue: newFence(cloud.clock.now() - 7 * HOUR) })
    await cloud.clock.advance('5m')
    expect(await ringing()).toContain('archive-delay')
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(
      /\nproblem +waiting for archive /,
    )
    expect(
      await step(`aws logs tail <SweeperLogs> --since 1h --filter-pattern '{ $.phase = "archive" }'`),
    ).toContain('AccessDenied')
    expect(await step('outbox status --stack <stack>')).toMatch(/\nwaiting for archive +[1-9]/)
    const list = () => step('outbox archive ls --stack <stack> --since 2d')
    expect(await list()).not.toContain('.ndjson.gz')
    cloud.faults.clear()
    await cloud.clock.advance('5m')
    expect(await list()).toContain('.ndjson.gz')
    expect(await rowOf(event)).toBeUndefined()
    expect(await ringing()).not.toContain('archive-delay')
  },

  'table-throttles': async (step) => {
    await throttledReads(() =>
      documents.send(new GetCommand({ TableName: tableName, Key: { pk: 'a', sk: 'b' } })),
    )
    expect(await ringing()).toContain('table-throttles')
    expect(await step('aws dynamodb describe-table --table-name <table>')).toMatch(/PAY_PER_REQUEST/)
  },

  'index-throttles': async (step) => {
    await throttledReads(() =>
      documents.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: 'outbox-by-owner',
          KeyConditionExpression: 'obShard = :none',
          ExpressionAttributeValues: { ':none': 'none' },
        }),
      ),
    )
    expect(await ringing()).toContain('index-throttles')
    expect(await step('aws dynamodb describe-table --table-name <table>')).toContain(
      '"IndexName": "outbox-by-owner"',
    )
  },
})

/** Somebody reads again and again, and is throttled each time. */
async function throttledReads(read: () => Promise<unknown>): Promise<void> {
  cloud.faults.inject({ service: 'dynamodb', caller: 'user', kind: 'throttle' })
  for (let minutes = 0; minutes < 12; minutes += 4) {
    await expect(read()).rejects.toThrow()
    await cloud.clock.advance('4m')
  }
  cloud.faults.clear()
}
