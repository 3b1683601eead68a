import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { GetFunctionConfigurationCommand, UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { OutboxEvent } from 'serverless-outbox'
import { expect, vi } from 'vitest'
import { ENVIRONMENT } from '../../lib/environment.js'
import { editRow } from '../guarantees/faults/edit-row.js'
import { readRows } from '../guarantees/read-rows.js'
import { thingHappened } from '../guarantees/thing-happened.js'
import { AwsCli, type StandIns } from './aws-cli.js'
import { PROCEDURES } from './parts.js'
import { runbookCloud } from './runbook-cloud.js'
import { walk } from './walker.js'

// Minutes of the cloud's time in each.
vi.setConfig({ testTimeout: 240_000 })

const SWEEPER = 'Shop/Outbox/Sweeper'
const LOST_REGION = 'eu-west-1'

const fixture = await runbookCloud()
const { cloud, write, writeBroken, ringing, wholeDetail, documents, lambda, tableName, outbox } = fixture

async function writeOne(text: string): Promise<OutboxEvent> {
  const [event] = await write(text)
  if (event === undefined) throw new Error('Expected an event, got none')
  return event
}
const statusOf = async (event: OutboxEvent) => (await fixture.rowOf(event))?.['obStatus']

const purgeRelayFailures = () =>
  new AwsCli(cloud, {}).run([
    ...['sqs', 'purge-queue', '--queue-url'],
    cloud.physicalId('Shop/Outbox/RelayFailureQueue'),
  ])

walk(fixture, PROCEDURES, {
  'Pause and resume delivery': async (step) => {
    await cloud.clock.advance('3m')
    await step('aws lambda update-event-source-mapping --uuid <RelayMapping> --no-enabled')
    await cloud.clock.advance('1m')
    expect(await step('aws lambda get-event-source-mapping --uuid <RelayMapping>')).toContain(
      '"State": "Disabled"',
    )
    const swept = await writeOne('in spite of the pause')
    await cloud.clock.advance('8m')
    expect(await statusOf(swept)).toBe('PUBLISHED')

    await step(
      'aws lambda put-function-concurrency --function-name <Sweeper> --reserved-concurrent-executions 0',
    )
    await cloud.clock.advance('2m')
    const held = await writeOne('held')
    await cloud.clock.advance('2h')
    expect(await statusOf(held)).toBe('PENDING')
    expect(await step('outbox status --stack <stack>')).toMatch(/\npending +1, the oldest for 2 h/)
    expect(await ringing()).toContain('no-heartbeat')

    await step('aws lambda update-event-source-mapping --uuid <RelayMapping> --enabled')
    await step('aws lambda delete-function-concurrency --function-name <Sweeper>')
    const fresh = await writeOne('after the pause')
    await cloud.clock.advance('5m')
    expect(await statusOf(held)).toBe('PUBLISHED')
    expect(await statusOf(fresh)).toBe('PUBLISHED')
    await purgeRelayFailures()
    expect(await step('outbox doctor --stack <stack>')).toMatch(/\nok +relay mapping +Enabled\n/)
    expect(sentTimes(held)).toBe(1)
  },

  'Drain after an outage': async (step) => {
    const stop = cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'server-error' })
    const givenUp = await writeOne('given up')
    await cloud.clock.advance('6m')
    const young = await writeOne('young')
    await cloud.clock.advance('1m')
    expect(await step('outbox status --stack <stack>')).toMatch(/\npending +2, /)
    expect(await step('outbox list --stack <stack>')).toMatch(/Thing\/given up .*\n.*Thing\/young /)
    stop()
    await cloud.clock.advance('2m')
    expect(await statusOf(young)).toBe('PUBLISHED')
    await cloud.clock.advance('14m')
    expect(await statusOf(givenUp)).toBe('PUBLISHED')
    await purgeRelayFailures()
  },

  'Redrive many dead letters': async (step) => {
    const events = [await writeBroken('dead 1'), await writeBroken('dead 2'), await writeBroken('dead 3')]
    const [first, ...others] = events
    if (first === undefined) throw new Error('Expected an event, got none')
    await cloud.clock.advance('3m')
    const names = { code: 'InvalidRow', eventId: first.eventId, 'Type/id': 'Thing/dead 1' }
    const dead = await step('outbox list --stack <stack> --status dead --error <code>', { names })
    for (const { aggregateId } of events) expect(dead).toContain(`Thing/${aggregateId} `)
    for (const event of events) await editRow(fixture, event, { obDetail: await wholeDetail(event) })
    expect(await step('outbox redrive <eventId> --stack <stack>', { names })).toContain('1 redriven')
    await cloud.clock.advance('3m')
    expect(
      await step('outbox show <eventId> --aggregate <Type/id> --stack <stack>', {
        names: { ...names, 'Type/id': "'Thing/dead 1'" },
      }),
    ).toMatch(/\nstatus +PUBLISHED/)
    expect(await step('outbox redrive --stack <stack> --error <code> --dry-run', { names })).toContain(
      'Dry run: 2 would be redriven, 0 missing',
    )
    expect(await step('outbox redrive --stack <stack> --error <code> --rate 20', { names })).toContain(
      '2 redriven, 0 lost, 0 failed, 0 missing',
    )
    await cloud.clock.advance('3m')
    expect(await step('outbox status --stack <stack>')).toMatch(/\nretrying +0\n(.|\n)*\ndead +0\n/)
    for (const event of others) expect(await statusOf(event)).toBe('PUBLISHED')
  },

  'Replay delivered events to one consumer': async (step) => {
    const event = await writeOne('again')
    await cloud.clock.advance('1m')
    const queue = cloud.physicalId('Shop/Outbox/Idle/Queue')
    const sends = () =>
      cloud
        .calls({ service: 'sqs', caller: 'user' })
        .filter(({ operation, input }) => /^SendMessage/.test(operation) && input['QueueUrl'] === queue)
        .length
    const names = { 'Type/id': 'Thing/again', consumer: 'Idle' }
    const before = sends()
    expect(
      await step('outbox replay --stack <stack> --aggregate <Type/id> --to <consumer> --dry-run', { names }),
    ).toContain('Nothing was sent.')
    expect(sends()).toBe(before)
    expect(
      await step('outbox replay --stack <stack> --aggregate <Type/id> --to <consumer> --rate 20', { names }),
    ).toMatch(/ done: 1 sent/)
    expect(sends()).toBe(before + 1)
    expect(await step('outbox replay --history --stack <stack>')).toMatch(/ done /)
    await cloud.clock.advance('1m')
    expect(await statusOf(event)).toBe('PUBLISHED')
  },

  'Restore from a backup': async (step) => {
    // Nothing is delivered then: the row waits at the restore point.
    cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'unavailable' })
    const event = await writeOne('at the restore point')
    const names = { 'new table': 'Restored', time: new Date(cloud.clock.now()).toISOString() }
    const standIns = restoring()
    await step(
      'aws dynamodb restore-table-to-point-in-time --source-table-name <table> --target-table-name <new table> --restore-date-time <time>',
      { names, standIns },
    )
    expect(await step('aws dynamodb describe-table --table-name <new table>', { names })).toContain(
      '"TableStatus": "ACTIVE"',
    )
    const problems = async (code: number) => {
      const lines = await step('outbox doctor --stack <stack> --table <new table>', { names, code })
      return lines.split('\n').flatMap((line) => /^problem +(.+?) {2}/.exec(line)?.[1] ?? [])
    }
    expect(await problems(1)).toEqual(expect.arrayContaining(['time to live', 'stream', 'mapping source']))
    await step(
      'aws dynamodb update-table --table-name <new table> --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE',
      { names },
    )
    expect(await problems(1)).not.toContain('stream')
    await step(
      'aws dynamodb update-time-to-live --table-name <new table> --time-to-live-specification Enabled=true,AttributeName=expiresAt',
      { names },
    )
    await step(
      'aws dynamodb update-continuous-backups --table-name <new table> --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
      { names, standIns },
    )
    expect(await problems(1)).toEqual(expect.arrayContaining(['mapping source']))
    expect(await problems(1)).not.toContain('time to live')
    cloud.faults.clear()
    await cloud.clock.advance('20m')
    expect(sentTimes(event)).toBe(1)

    await pointSweeperAt(names['new table'])
    await cloud.clock.advance('5m')
    expect(sentTimes(event)).toBe(2)
    expect(new Set(details(event)).size).toBe(1)
    const restored = await readRows({ documents, tableName: names['new table'] })
    expect(restored.find(({ sk }) => sk === event.eventId)).toMatchObject({ obStatus: 'PUBLISHED' })
    await cloud.clock.advance('3m')
    expect(await ringing()).toContain('rescued')
    await pointSweeperAt(tableName)

    await purgeRelayFailures()
    expect(await step('outbox doctor --stack <stack>')).toMatch(/\nok +mapping source /)
    expect(await step('outbox status --stack <stack>')).toMatch(/\npending +0\n/)
  },

  'Take over the rows of a lost Region': async (step) => {
    const event = await writeFor(LOST_REGION, 'stranded')
    await cloud.clock.advance('5m')
    expect(await statusOf(event)).toBe('PENDING')
    const names = { 'lost region': LOST_REGION }
    const count = () =>
      step(
        `aws dynamodb scan --table-name <table> --index-name outbox-by-owner --select COUNT --filter-expression 'contains(obShard, :region)' --expression-attribute-values '{":region":{"S":"#<lost region>#"}}'`,
        { names },
      )
    expect(JSON.parse(await count())).toMatchObject({ Count: 1 })
    const listed = JSON.parse(
      await step(
        `aws dynamodb scan --table-name <table> --index-name outbox-by-owner --filter-expression 'contains(obShard, :region)' --expression-attribute-values '{":region":{"S":"#<lost region>#"}}'`,
        { names },
      ),
    )
    const { obShard, obDue, sk } = listed.Items[0]
    expect(sk.S).toBe(event.eventId)
    const update = `aws dynamodb update-item --table-name <table> --key '{"pk":{"S":"OUTBOX#<Type>#<id>"},"sk":{"S":"<eventId>"}}' --update-expression 'SET obShard = :shard, obDue = :due' --condition-expression 'obStatus = :pending AND obShard = :seenShard AND obDue = :seenDue' --expression-attribute-values '{":shard":{"S":"R#<region>#<nn>"},":due":{"S":"<now>#0badcafe"},":pending":{"S":"PENDING"},":seenShard":{"S":"<seen shard>"},":seenDue":{"S":"<seen due>"}}'`
    const row = {
      ...{ Type: 'Thing', id: 'stranded', eventId: sk.S, nn: obShard.S.slice(-2) },
      ...{ 'seen shard': obShard.S, 'seen due': obDue.S },
    }
    await step(update, { names: row })
    // Somebody was faster: nothing is changed twice.
    await step(update, { names: row, code: 254 })
    expect(JSON.parse(await count())).toMatchObject({ Count: 0 })
    expect(await step('outbox status --stack <stack>')).toMatch(/\npending +1, /)
    await cloud.clock.advance('3m')
    expect(await statusOf(event)).toBe('PUBLISHED')
    expect(await step('outbox status --stack <stack>')).toMatch(/\npending +0\n/)
    expect(sentTimes(event)).toBe(1)
  },

  'Upgrade and roll back': async (step) => {
    // As a writer of another version left it: a time that is no fence, and something that nobody knows.
    const obDue = new Date(cloud.clock.now()).toISOString()
    const event = await writeFor(cloud.region, 'older', { obDue, obLegacy: 'kept' })
    await cloud.clock.advance('1m')
    expect(await fixture.rowOf(event)).toMatchObject({ obStatus: 'PUBLISHED', obLegacy: 'kept' })
    await cloud.clock.advance('2m')
    expect(await step('outbox doctor --stack <stack>')).toContain(' 0 problems, ')
  },

  'Remove an outbox': async (step) => {
    const later = await scheduled('later')
    expect(await step('outbox status --stack <stack>')).toMatch(/\nscheduled +1\n/)
    expect(await step('outbox list --stack <stack> --status scheduled')).toContain('Thing/later')
    await cloud.clock.advance('65m')
    expect(await statusOf(later)).toBe('PUBLISHED')
    expect(await step('outbox status --stack <stack>')).toMatch(
      /\npending +0\nretrying +0\nscheduled +0\ndead +0\nnotices owed +0\n/,
    )
  },
})

function details({ eventId }: OutboxEvent): readonly string[] {
  const texts = cloud.events().map(({ detailText }) => detailText)
  return texts.filter((text) => text.includes(eventId))
}

function sentTimes(event: OutboxEvent): number {
  return details(event).length
}

/** What a deployment with this table tells the sweeper, and lets it do. */
async function pointSweeperAt(table: string): Promise<void> {
  const FunctionName = cloud.physicalId(SWEEPER)
  const arn = `arn:aws:dynamodb:${cloud.region}:${cloud.accountId}:table/${table}`
  cloud.policies.addToRole(cloud.physicalId(`${SWEEPER}/ServiceRole`), [
    { Effect: 'Allow', Action: 'dynamodb:*', Resource: [arn, `${arn}/index/*`] },
  ])
  const { Environment: before } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
  const Variables = { ...before?.Variables, [ENVIRONMENT.tableName]: table }
  await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }))
}

async function itemOf(event: OutboxEvent): Promise<Readonly<Record<string, unknown>>> {
  return (await outbox.batch().add(event).items())[0]?.Put?.Item ?? {}
}

/** As a writer in that Region commits it, with other attributes. */
async function writeFor(
  region: string,
  text: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<OutboxEvent> {
  const event = thingHappened.create({ aggregateId: text, data: { text } })
  const item = await itemOf(event)
  const obShard = String(item['obShard']).replace(`#${cloud.region}#`, `#${region}#`)
  await outbox.transact((tx) => tx.put({ Item: { ...item, obShard, ...changes } }))
  return event
}

async function scheduled(text: string): Promise<OutboxEvent> {
  const availableAt = new Date(cloud.clock.now() + 60 * 60_000)
  const event = thingHappened.create({ aggregateId: text, data: { text }, availableAt })
  await outbox.transact((tx) => tx.publish(event))
  return event
}

/** What AWS restores: data, keys and indexes; no stream, no time to live. The local cloud has no backups. */
function restoring(): StandIns {
  return {
    'dynamodb restore-table-to-point-in-time': async ({
      SourceTableName,
      TargetTableName,
      RestoreDateTime,
    }) => {
      expect(SourceTableName).toBe(tableName)
      expect(RestoreDateTime).toBeInstanceOf(Date)
      const TableName = String(TargetTableName)
      const { Table: source } = await documents.send(new DescribeTableCommand({ TableName: tableName }))
      await documents.send(
        new CreateTableCommand({
          TableName,
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: source?.KeySchema,
          AttributeDefinitions: source?.AttributeDefinitions,
          GlobalSecondaryIndexes: source?.GlobalSecondaryIndexes?.map((index) => ({
            IndexName: index.IndexName,
            KeySchema: index.KeySchema,
            Projection: index.Projection,
          })),
        }),
      )
      for (const Item of await readRows(fixture)) await documents.send(new PutCommand({ TableName, Item }))
    },
    'dynamodb update-continuous-backups': async ({ TableName, PointInTimeRecoverySpecification: wanted }) => {
      expect({ TableName, wanted }).toEqual({
        TableName: 'Restored',
        wanted: { PointInTimeRecoveryEnabled: true },
      })
    },
  }
}
