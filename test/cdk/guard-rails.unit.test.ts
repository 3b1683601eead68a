import { CfnParameter, Duration } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { isOutboxError } from 'serverless-outbox'
import { TransactionalOutbox, type TransactionalOutboxProps } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import {
  ARCHIVE_BUDGET_SECONDS,
  LEAST_OUTAGE_SECONDS,
  LEVELS_BUDGET_SECONDS,
  RETRY_BUDGET_SECONDS,
  SETTLE_RESERVE_SECONDS,
  SWEEP_RESERVE_SECONDS,
} from '../../lib/cdk/defaults.js'
import { RETRY_BUDGET, SETTLE_RESERVE } from '../../lib/relay/relay-times.js'
import { sweepTimes } from '../../lib/sweeper/sweep-times.js'
import { messageOf, outboxFixture } from './fixture.js'

const REFUSED: readonly (readonly [TransactionalOutboxProps, string])[] = [
  [
    { relay: { timeout: Duration.seconds(28) } },
    'Expected `relay.timeout` to be 29 to 900 seconds (a retry budget of 20 s and 8 s to settle must fit in), got `28` seconds',
  ],
  [
    { relay: { timeout: Duration.minutes(16) } },
    'Expected `relay.timeout` to be 29 to 900 seconds (a retry budget of 20 s and 8 s to settle must fit in), got `960` seconds',
  ],
  [
    { relay: { maxRecordAge: Duration.seconds(59) } },
    'Expected `relay.maxRecordAge` to be 60 to 82800 seconds, got `59` seconds',
  ],
  [
    { relay: { maxRecordAge: Duration.hours(24) } },
    'Expected `relay.maxRecordAge` to be 60 to 82800 seconds, got `86400` seconds',
  ],
  [
    { relay: { retryAttempts: 359 } },
    'Expected `relay.retryAttempts` to be a whole number from 360 to 10000 (`relay.maxRecordAge` / 10 s or more, else an outage is ended by attempts), got `359` (number)',
  ],
  [
    { relay: { batchSize: 0 } },
    'Expected `relay.batchSize` to be a whole number from 1 to 10000, got `0` (number)',
  ],
  [
    { relay: { batchSize: 1.5 } },
    'Expected `relay.batchSize` to be a whole number from 1 to 10000, got `1.5` (number)',
  ],
  [
    { relay: { maxBatchingWindow: Duration.seconds(301) } },
    'Expected `relay.maxBatchingWindow` to be 0 to 300 seconds (less than `relay.maxRecordAge`, else records grow too old while they are gathered), got `301` seconds',
  ],
  [
    { relay: { maxBatchingWindow: Duration.minutes(1), maxRecordAge: Duration.minutes(1) } },
    'Expected `relay.maxBatchingWindow` to be 0 to 59 seconds (less than `relay.maxRecordAge`, else records grow too old while they are gathered), got `60` seconds',
  ],
  [
    { relay: { memorySize: 64 } },
    'Expected `relay.memorySize` to be a whole number from 128 to 10240, got `64` (number)',
  ],
  [
    { retention: Duration.hours(24) },
    'Expected `retention` to be at least 90000 seconds (a day and `relay.maxRecordAge`: an event must outlive its stream record), got `86400` seconds',
  ],
  [
    { maxEventBytes: 1_000_000 },
    'Expected `maxEventBytes` to be a whole number from 1024 to 999999, got `1000000` (number)',
  ],
  [
    { source: 'aws.orders' },
    'Expected `source` to not begin with `aws.`, which EventBridge keeps for AWS, got `aws.orders` (string)',
  ],
  [
    { source: 'AWS.orders' },
    'Expected `source` to not begin with `aws.`, which EventBridge keeps for AWS, got `AWS.orders` (string)',
  ],
  [{ source: '' }, 'Expected `source` to have 1 to 256 characters, got `` (string)'],
  [
    { keys: { partitionKey: '' } },
    'Expected `keys.partitionKey` to have 1 to 255 characters, got `` (string)',
  ],
  [
    { keys: { partitionKey: 'id', sortKey: 'id' } },
    'Expected `keys.sortKey` to differ from `keys.partitionKey`, got `id` (string)',
  ],
  [
    { keys: { partitionKey: 'obShard' } },
    'Expected `keys.partitionKey` to be no attribute of the outbox itself, got `obShard` (string)',
  ],
  [
    { relay: { timeout: Duration.millis(30_500) } },
    'Expected `relay.timeout` to be 29 to 900 seconds, whole ones (a retry budget of 20 s and 8 s to settle must fit in), got `30.5` seconds',
  ],
  [
    { sweeper: { interval: Duration.seconds(30) } },
    'Expected `sweeper.interval` to be 60 to 3600 seconds, got `30` seconds',
  ],
  [
    { sweeper: { interval: Duration.minutes(61) } },
    'Expected `sweeper.interval` to be 60 to 3600 seconds, got `3660` seconds',
  ],
  [
    { sweeper: { interval: Duration.seconds(90) } },
    'Expected `sweeper.interval` to be whole minutes, as EventBridge Scheduler counts, got `90 s` (string)',
  ],
  [
    { sweeper: { timeout: Duration.seconds(43) } },
    'Expected `sweeper.timeout` to be 44 to 59 seconds (less than `sweeper.interval`; 6 s to count rows, 10 s for the probe and a call, and 27 s to end must fit in), got `43` seconds',
  ],
  [
    { sweeper: { timeout: Duration.minutes(1) } },
    'Expected `sweeper.timeout` to be 44 to 59 seconds (less than `sweeper.interval`; 6 s to count rows, 10 s for the probe and a call, and 27 s to end must fit in), got `60` seconds',
  ],
  [
    { sweeper: { interval: Duration.minutes(20), timeout: Duration.minutes(16) } },
    'Expected `sweeper.timeout` to be 44 to 900 seconds (less than `sweeper.interval`; 6 s to count rows, 10 s for the probe and a call, and 27 s to end must fit in), got `960` seconds',
  ],
  [
    { sweeper: { lease: Duration.seconds(109) } },
    'Expected `sweeper.lease` to be 110 to 3600 seconds (twice `sweeper.timeout`: a claim must not lapse while a sweep is at it), got `109` seconds',
  ],
  [
    { sweeper: { grace: Duration.seconds(4259) } },
    'Expected `sweeper.grace` to be 4260 to 172800 seconds (`relay.maxRecordAge`, `relay.timeout` and 10 minutes for clocks that are wrong: the relay must be done with an event), got `4259` seconds',
  ],
  [
    { sweeper: { giveUpAfter: Duration.minutes(59) } },
    'Expected `sweeper.giveUpAfter` to be at least 3600 seconds, got `3540` seconds',
  ],
  [
    { sweeper: { maxPublishRate: 0 } },
    'Expected `sweeper.maxPublishRate` to be a whole number of at least 1 (events per second), got `0` (number)',
  ],
  [
    { sweeper: { maxPublishRate: 2.5 } },
    'Expected `sweeper.maxPublishRate` to be a whole number of at least 1 (events per second), got `2.5` (number)',
  ],
  [
    { sweeper: { memorySize: 10_241 } },
    'Expected `sweeper.memorySize` to be a whole number from 128 to 10240, got `10241` (number)',
  ],
  [
    { redrive: { memorySize: 127 } },
    'Expected `redrive.memorySize` to be a whole number from 128 to 10240, got `127` (number)',
  ],
  [
    { retry: { backoffBase: Duration.seconds(0) } },
    'Expected `retry.backoffBase` to be 1 to 900 seconds (`retry.backoffCap` at most), got `0` seconds',
  ],
  [
    { retry: { backoffBase: Duration.minutes(2), backoffCap: Duration.minutes(1) } },
    'Expected `retry.backoffBase` to be 1 to 60 seconds (`retry.backoffCap` at most), got `120` seconds',
  ],
  [
    { retry: { backoffCap: Duration.hours(25) } },
    'Expected `retry.backoffCap` to be 1 to 86400 seconds (`sweeper.giveUpAfter` at most, else an event is given up without a second try), got `90000` seconds',
  ],
  [{ ttlAttribute: 'pk' }, 'Expected `ttlAttribute` to differ from `keys.partitionKey`, got `pk` (string)'],
]

describe('a setting that would lose or delay events', () => {
  it.each(REFUSED)('%j is refused', (props, fault) => {
    expect(messageOf(() => outboxFixture(props))).toBe(
      `TransactionalOutbox at 'Shop/Outbox' cannot be built:\n- ${fault}`,
    )
  })

  it('is an INVALID_CONFIGURATION, with all faults in one message', () => {
    let caught: unknown
    try {
      outboxFixture({ source: '', maxEventBytes: 0, relay: { batchSize: -1 } })
    } catch (error) {
      caught = error
    }
    expect(isOutboxError(caught, 'INVALID_CONFIGURATION')).toBe(true)
    expect(String(caught).split('\n- ')).toHaveLength(4)
  })
})

it.each<[string, TransactionalOutboxProps]>([
  ['relay.timeout', { relay: { timeout: Duration.seconds(29) } }],
  ['relay.maxRecordAge, least', { relay: { maxRecordAge: Duration.seconds(60) } }],
  [
    'relay.maxRecordAge, most',
    { relay: { maxRecordAge: Duration.hours(23) }, retention: Duration.hours(47) },
  ],
  ['relay.retryAttempts', { relay: { retryAttempts: 360 } }],
  ['retention', { retention: Duration.hours(25) }],
  ['maxEventBytes, least', { maxEventBytes: 1024 }],
  ['maxEventBytes, most', { maxEventBytes: 999_999 }],
  ['source', { source: 'awsome.orders' }],
  ['sweeper.interval, most', { sweeper: { interval: Duration.hours(1) } }],
  ['sweeper.timeout, least', { sweeper: { timeout: Duration.seconds(44) } }],
  ['sweeper.timeout, most', { sweeper: { timeout: Duration.seconds(59) } }],
  ['sweeper.lease', { sweeper: { lease: Duration.seconds(110) } }],
  ['sweeper.lease at its longest', { sweeper: { lease: Duration.hours(1) } }],
  ['sweeper.grace', { sweeper: { grace: Duration.seconds(4260) } }],
  ['sweeper.grace at its longest', { sweeper: { grace: Duration.hours(48) } }],
  ['sweeper.giveUpAfter', { sweeper: { giveUpAfter: Duration.hours(1) } }],
  ['sweeper.maxPublishRate', { sweeper: { maxPublishRate: 1 } }],
  [
    'retry, all waits the same',
    { retry: { backoffBase: Duration.minutes(1), backoffCap: Duration.minutes(1) } },
  ],
])('the limit itself is allowed: %s', (_, props) => {
  expect(() => outboxFixture(props).template()).not.toThrow()
})

it.each([
  [Array.from({ length: 21 }, (_, index) => `T${index}`), 'to name 20 types at most, got 21'],
  [['OrderPaid', 'OrderPaid'], 'to name each type once'],
  [['OrderPaid', 'Größe'], '`metricsByEventType[1]` to be 1 to 128 ASCII characters, got `Größe`'],
  [[' '], '`metricsByEventType[0]`'],
])('types of which metrics are told by type: %j', (metricsByEventType, message) => {
  expect(messageOf(() => outboxFixture({ metricsByEventType }))).toContain(message)
})

it('the times that constructs check are those that the relay keeps', () => {
  expect(RETRY_BUDGET_SECONDS * 1000).toBe(RETRY_BUDGET)
  expect(SETTLE_RESERVE_SECONDS * 1000).toBe(SETTLE_RESERVE)
  expect(LEAST_OUTAGE_SECONDS).toBeLessThanOrEqual(RETRY_BUDGET_SECONDS / 2)
})

it('the times that constructs check are those that the sweeper keeps', () => {
  const { levelsUntil, due } = sweepTimes(0, 55_000, false)
  expect(levelsUntil).toBe(LEVELS_BUDGET_SECONDS * 1000)
  expect(due.claimUntil).toBe(55_000 - SWEEP_RESERVE_SECONDS * 1000)
  expect(due.claimUntil - sweepTimes(0, 55_000, true).due.claimUntil).toBe(ARCHIVE_BUDGET_SECONDS * 1000)
})

it('a duration that only the deployment knows is refused: the relations would go unchecked', () => {
  const run = () =>
    outboxFixture((stack) => ({
      sweeper: {
        giveUpAfter: Duration.seconds(new CfnParameter(stack, 'Age', { type: 'Number' }).valueAsNumber),
      },
    }))
  expect(messageOf(run)).toContain(
    '- Expected `sweeper.giveUpAfter` to be known at synth, got a value of the deployment',
  )
})

it('two outboxes on one table are refused: both would publish every event', () => {
  const { stack, outbox, template } = outboxFixture()
  const { table } = outbox
  new TransactionalOutbox(stack, 'Second', { table })
  expect(messageOf(template)).toContain(
    "[Shop/Second] The outbox at 'Shop/Outbox' uses the same table, so every event would be published twice. Keep one, and call its grantWrite for all writers.",
  )
})

it('a bus of another Region is refused: PutEvents does not reach it', () => {
  const { template } = outboxFixture(
    (stack) => ({
      eventBus: EventBus.fromEventBusArn(
        stack,
        'Bus',
        'arn:aws:events:us-east-1:111122223333:event-bus/company',
      ),
    }),
    { env: { region: 'eu-west-1' } },
  )
  expect(messageOf(template)).toContain(
    '[Shop/Outbox] Expected `eventBus` to be in eu-west-1, the Region of the outbox, got one in us-east-1. Send to a bus in eu-west-1 with a rule that forwards to the other.',
  )
})
