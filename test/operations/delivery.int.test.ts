import type { OutboxEvent } from 'serverless-outbox'
import { ConnectionReset } from 'serverless-outbox/local'
import { expect, onTestFinished, vi } from 'vitest'
import { newFence } from '../../lib/store/fence.js'
import { editRow } from '../guarantees/faults/edit-row.js'
import { killCaller } from '../guarantees/faults/kill-caller.js'
import { AwsCli } from './aws-cli.js'
import { DELIVERY } from './parts.js'
import { runbookCloud } from './runbook-cloud.js'
import { walk } from './walker.js'

// Minutes of the cloud's time in each.
vi.setConfig({ testTimeout: 240_000 })

const RELAY = 'Shop/Outbox/Relay'
const SWEEPER = 'Shop/Outbox/Sweeper'

const fixture = await runbookCloud()
const { cloud, write, ringing, refuse, outboxName } = fixture
const rowOf = (event: OutboxEvent | undefined) => fixture.rowOf(event ?? missing())

const DAY = 24 * 60 * 60_000

const idOf = (event: OutboxEvent | undefined) => ({ names: { eventId: row(event).eventId } })

walk(fixture, DELIVERY, {
  'Not sure? Start here': async (step) => {
    await cloud.clock.advance('3m')
    expect(await step('outbox doctor --stack <stack>')).toContain(' ok, 0 problems, 0 unknown')
    expect(await step('outbox status --stack <stack>')).toMatch(
      new RegExp(`^outbox +${outboxName} in us-east-1\n`),
    )
    expect(
      JSON.parse(
        await step('aws cloudwatch describe-alarms --alarm-name-prefix <outbox> --state-value ALARM'),
      ),
    ).toMatchObject({ MetricAlarms: [] })
    const resources = await step('aws cloudformation list-stack-resources --stack-name <stack>')
    expect(resources).toMatch(/"LogicalResourceId": "OutboxRelayMapping[0-9A-F]{8}"/)
    expect(
      await step('aws sqs get-queue-attributes --queue-url <DeadLetterQueue> --attribute-names QueueArn'),
    ).toMatch(/"QueueArn": "arn:aws:sqs:/)
    await step(`aws logs tail <RelayLogs> --since 1h --filter-pattern '{ $.level = "ERROR" }'`)
  },

  'oldest-pending-age': async (step) => {
    const pass = refuse('InternalFailure', 'unlucky')
    const [, unlucky] = await write('lucky', 'unlucky')
    await cloud.clock.advance('7m')
    expect(await ringing()).toContain('oldest-pending-age')
    expect(await step('outbox status --stack <stack>')).toMatch(/\npending +1, the oldest for \d+ min/)
    expect(await step('outbox list --stack <stack>')).toContain('Thing/unlucky')
    expect(await step('outbox show <eventId> --stack <stack>', idOf(unlucky))).toMatch(
      /\nnext +the sweeper, when it is due/,
    )
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(
      /\nproblem +pending events +1 waits, the oldest for \d+ min/,
    )
    pass()
    // A backoff and a sweep to be delivered, and another sweep to be told of.
    await cloud.clock.advance('10m')
    expect(await rowOf(unlucky)).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(await ringing()).not.toContain('oldest-pending-age')
  },

  'no-heartbeat': async (step) => {
    const rules = async () =>
      JSON.parse(await step('aws events list-rules --event-bus-name <EventBus>')).Rules
    const isOurs = ({ Description: text }: { readonly Description?: string }) =>
      text === `Counts the heartbeats of the outbox ${outboxName}`
    const { Name: ruleName } = (await rules()).find(isOurs)
    await new AwsCli(cloud, {}).run([
      ...['events', 'disable-rule', '--name', ruleName],
      ...['--event-bus-name', cloud.physicalId('Shop/Outbox/EventBus')],
    ])
    await stopSweeper()
    await cloud.clock.advance('20m')
    expect(await ringing()).toContain('no-heartbeat')
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(
      /\nproblem +sweeps +None for \d+ min/,
    )
    expect(await step('aws scheduler get-schedule --name <SweepSchedule>')).toContain('"State": "ENABLED"')
    expect(await step('aws lambda get-function-concurrency --function-name <Sweeper>')).toContain(
      '"ReservedConcurrentExecutions": 0',
    )
    await step('aws logs tail <SweeperLogs> --since 1h')
    expect((await rules()).find(isOurs)).toMatchObject({ State: 'DISABLED' })

    await step('aws lambda delete-function-concurrency --function-name <Sweeper>')
    await step('aws events enable-rule --name <HeartbeatRule> --event-bus-name <EventBus>', {
      names: { HeartbeatRule: ruleName },
    })
    await cloud.clock.advance('5m')
    expect(await ringing()).not.toContain('no-heartbeat')
  },

  'iterator-age': async (step) => {
    await setMapping(false)
    const [late] = await write('late')
    await cloud.clock.advance('90s')
    expect(await step('outbox status --stack <stack>')).toMatch(/\nrelay mapping +Disabled\n/)
    expect(await step('aws lambda get-event-source-mapping --uuid <RelayMapping>')).toContain(
      '"State": "Disabled"',
    )
    expect(await step('aws lambda get-function-concurrency --function-name <Relay>')).not.toContain(
      'Reserved',
    )
    await step('aws lambda update-event-source-mapping --uuid <RelayMapping> --enabled')
    await cloud.clock.advance('1m')
    expect(await rowOf(late)).toMatchObject({ obStatus: 'PUBLISHED' })
    await cloud.clock.advance('4m')
    expect(await ringing()).toContain('iterator-age')
  },

  'relay-errors': async (step) => {
    // Each death costs an execution environment: a few are enough for an alarm.
    let kills = 0
    const heal = cloud.intercept(async (call, next) => {
      if (call.caller.name !== cloud.logicalId(RELAY)) return next()
      kills += 1
      if (kills > 3) throw new ConnectionReset()
      return killCaller(cloud, call)
    })
    onTestFinished(heal)
    const [deadly] = await write('deadly')
    await cloud.clock.advance('5m')
    kills = 0
    await write('deadly, too')
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('relay-errors')
    expect(await step('outbox list --stack <stack>')).toContain('Thing/deadly')
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(/\nok +functions /)
    await step('aws logs tail <RelayLogs> --since 1h')
    heal()
    // As a sweep leaves it that died of it.
    await editRow(fixture, row(deadly), {
      obShard: `R#${cloud.region}#00`,
      obDue: newFence(Date.now() + DAY),
      obClaims: 2,
    })
    expect(await step('outbox list --stack <stack> --status retrying')).toContain('Thing/deadly')
    expect(await step('outbox show <eventId> --stack <stack>', idOf(deadly))).toContain(
      'it was taken 2 times without an outcome',
    )
    await editRow(fixture, row(deadly), { obDue: newFence(cloud.clock.now()) })
    await cloud.clock.advance('5m')
    expect(await rowOf(deadly)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  'relay-failures': async (step) => {
    // Of the records that the relay died of before; their events are delivered since.
    await write('told before')
    const stop = cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'server-error' })
    const [given] = await write('given up')
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('relay-failures')
    const told = await step(
      'aws sqs receive-message --queue-url <RelayFailureQueue> --max-number-of-messages 10',
    )
    expect(told).toMatch(/RecordAgeExceeded|RetryAttemptsExhausted/)
    expect(await step('outbox list --stack <stack> --status pending')).toContain('Thing/given up')
    stop()
    await cloud.clock.advance('16m')
    expect(await rowOf(given)).toMatchObject({ obStatus: 'PUBLISHED' })
    await step('aws sqs purge-queue --queue-url <RelayFailureQueue>')
  },

  'handed-over': async (step) => {
    const pass = refuse('InternalFailure', 'passed on')
    const [, passedOn] = await write('fine', 'passed on')
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('handed-over')
    expect(await step('outbox list --stack <stack> --status retrying')).toMatch(/Thing\/passed on .* 0 +-\n/)
    expect(
      await step(`aws logs tail <RelayLogs> --since 1h --filter-pattern '{ $.errorCode = "*" }'`),
    ).toMatch(new RegExp(`${row(passedOn).eventId}.*"errorCode":"InternalFailure"`))
    pass()
    await cloud.clock.advance('5m')
    expect(await rowOf(passedOn)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  outage: async (step) => {
    const stop = cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'server-error' })
    const [waiting] = await write('in the outage')
    await cloud.clock.advance('11m')
    expect(await ringing()).toContain('outage')
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(/\nok +event bus/)
    expect(
      await step(`aws logs tail <SweeperLogs> --since 1h --filter-pattern '{ $.errorCode = "*" }'`),
    ).toMatch(/The destination takes no events.*"errorCode"|"errorCode".*The destination takes no events/)
    stop()
    await cloud.clock.advance('25m')
    expect(await rowOf(waiting)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  denied: async (step) => {
    const allow = refuse('NotAuthorizedForDetailTypeException', 'forbidden')
    const [, forbidden] = await write('allowed', 'forbidden')
    await cloud.clock.advance('6m')
    expect(await ringing()).toContain('denied')
    expect(
      await step(`aws logs tail <RelayLogs> --since 1h --filter-pattern '{ $.errorCode = "*" }'`),
    ).toMatch(/NotAuthorizedForDetailTypeException/)
    expect(await step('outbox list --stack <stack> --status retrying')).toMatch(/Thing\/forbidden .* 0 +-\n/)
    allow()
    await cloud.clock.advance('5m')
    expect(await rowOf(forbidden)).toMatchObject({ obStatus: 'PUBLISHED' })
  },

  rescued: async (step) => {
    await setMapping(false)
    const [rescued] = await write('rescued')
    // Two sweeps that see it, one that delivers, and an alarm that looks at what that told.
    await cloud.clock.advance('10m')
    expect(await rowOf(rescued)).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(await ringing()).toContain('rescued')
    expect(await step('outbox doctor --stack <stack>', { code: 1 })).toMatch(
      /\nproblem +relay mapping +It is Disabled: events wait for the sweeper\n/,
    )
    await step('aws lambda update-event-source-mapping --uuid <RelayMapping> --enabled')
    const [relayed] = await write('by the relay')
    await cloud.clock.advance('1m')
    expect(await rowOf(relayed)).toMatchObject({ obStatus: 'PUBLISHED' })
    // Those that it was given while nobody read the stream are too old for it now.
    await new AwsCli(cloud, {}).run([
      'sqs',
      'purge-queue',
      '--queue-url',
      cloud.physicalId('Shop/Outbox/RelayFailureQueue'),
    ])
  },
})

function row({ eventId, aggregateId }: OutboxEvent = missing()) {
  return { eventId, aggregateId }
}

function missing(): never {
  throw new Error('Expected an event, got none')
}

async function stopSweeper(): Promise<void> {
  await new AwsCli(cloud, {}).run([
    ...['lambda', 'put-function-concurrency', '--function-name', cloud.physicalId(SWEEPER)],
    ...['--reserved-concurrent-executions', '0'],
  ])
}

async function setMapping(isEnabled: boolean): Promise<void> {
  await new AwsCli(cloud, {}).run([
    ...['lambda', 'update-event-source-mapping', '--uuid', cloud.physicalId('Shop/Outbox/RelayMapping')],
    isEnabled ? '--enabled' : '--no-enabled',
  ])
}
