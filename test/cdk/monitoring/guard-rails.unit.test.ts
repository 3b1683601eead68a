import { App, CfnParameter, Duration, Stack } from 'aws-cdk-lib'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { isOutboxError } from 'serverless-outbox'
import { type MonitoringProps, OutboxMonitoring, type TransactionalOutboxProps } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { messageOf, outboxFixture } from '../fixture.js'

const REFUSED: readonly (readonly [TransactionalOutboxProps, string])[] = [
  [
    { monitoring: { oldestPendingAge: Duration.seconds(59) } },
    'Expected `oldestPendingAge` to be 60 to 86400 seconds (`sweeper.interval` at least, which is how often it is looked at), got `59` seconds',
  ],
  [
    { monitoring: { oldestPendingAge: Duration.minutes(9) }, sweeper: { interval: Duration.minutes(10) } },
    'Expected `oldestPendingAge` to be 600 to 86400 seconds (`sweeper.interval` at least, which is how often it is looked at), got `540` seconds',
  ],
  [
    { monitoring: { oldestPendingAge: Duration.hours(25) } },
    'Expected `oldestPendingAge` to be 60 to 86400 seconds (`sweeper.interval` at least, which is how often it is looked at), got `90000` seconds',
  ],
  [
    { monitoring: { iteratorAge: Duration.seconds(0) } },
    'Expected `iteratorAge` to be 1 to 3600 seconds (`relay.maxRecordAge` at most: the relay gets nothing that is older), got `0` seconds',
  ],
  [
    { monitoring: { iteratorAge: Duration.minutes(3) }, relay: { maxRecordAge: Duration.minutes(2) } },
    'Expected `iteratorAge` to be 1 to 120 seconds (`relay.maxRecordAge` at most: the relay gets nothing that is older), got `180` seconds',
  ],
  [
    { monitoring: { handedOver: -1 } },
    'Expected `handedOver` to be a whole number of at least 0 (events within 5 minutes), got `-1` (number)',
  ],
  [
    { monitoring: { lasting: Duration.minutes(4) } },
    'Expected `lasting` to be 300 to 43200 seconds, got `240` seconds',
  ],
  [
    { monitoring: { lasting: Duration.hours(13) } },
    'Expected `lasting` to be 300 to 43200 seconds, got `46800` seconds',
  ],
  [
    { monitoring: { notifyWhenOk: true } },
    'Expected a `topic` with `notifyWhenOk`: nobody would be told. Set `topic`, or leave it out.',
  ],
]

describe('a setting that would be of no use is refused', () => {
  it.each(REFUSED)('%j', (props, fault) => {
    expect(messageOf(() => outboxFixture(props))).toBe(
      `OutboxMonitoring at 'Shop/Outbox/Monitoring' cannot be built:\n- ${fault}`,
    )
  })

  it('all faults at once, as a configuration error', () => {
    const monitoring: MonitoringProps = { handedOver: 0.5, lasting: Duration.days(1), notifyWhenOk: true }
    let caught: unknown
    try {
      outboxFixture({ monitoring })
    } catch (error) {
      caught = error
    }
    expect(isOutboxError(caught, 'INVALID_CONFIGURATION')).toBe(true)
    expect(messageOf(() => outboxFixture({ monitoring })).split('\n- ')).toHaveLength(1 + 3)
  })
})

it.each<[string, MonitoringProps]>([
  [
    'the least',
    {
      oldestPendingAge: Duration.minutes(1),
      iteratorAge: Duration.seconds(1),
      handedOver: 0,
      lasting: Duration.minutes(5),
    },
  ],
  [
    'the most',
    { oldestPendingAge: Duration.hours(24), iteratorAge: Duration.hours(1), lasting: Duration.hours(12) },
  ],
])('%s passes', (_, monitoring) => {
  expect(() => outboxFixture({ monitoring }).template()).not.toThrow()
})

it('a number of the deployment passes, a duration does not', () => {
  expect(() =>
    outboxFixture((stack) => ({
      monitoring: { handedOver: new CfnParameter(stack, 'Most', { type: 'Number' }).valueAsNumber },
    })).template(),
  ).not.toThrow()
  const unknown = (stack: Stack): TransactionalOutboxProps => ({
    monitoring: {
      lasting: Duration.minutes(new CfnParameter(stack, 'Minutes', { type: 'Number' }).valueAsNumber),
    },
  })
  expect(messageOf(() => outboxFixture(unknown))).toContain(
    'Expected `lasting` to be known at synth, got a value of the deployment',
  )
})

describe('a topic that no alarm could notify is refused', () => {
  it('a FIFO topic', () => {
    const fifo = (stack: Stack): TransactionalOutboxProps => ({
      monitoring: { topic: new Topic(stack, 'Bell', { fifo: true }) },
    })
    expect(messageOf(() => outboxFixture(fifo))).toContain(
      'Expected `topic` to be a standard topic: alarms cannot notify a FIFO topic.',
    )
  })

  it('one of another Region', () => {
    const elsewhere = (stack: Stack): TransactionalOutboxProps => ({
      monitoring: { topic: Topic.fromTopicArn(stack, 'Bell', 'arn:aws:sns:us-east-1:111122223333:bell') },
    })
    const here = { env: { account: '111122223333', region: 'eu-west-1' } }
    expect(messageOf(() => outboxFixture(elsewhere, here))).toContain(
      'Expected `topic` to be in eu-west-1, the Region of the outbox, got one in us-east-1. Notify a topic in eu-west-1 that forwards to the other.',
    )
  })
})

describe('monitoring that is made apart', () => {
  it('watches an outbox that was built without', () => {
    const { outbox, stack, template } = outboxFixture({ monitoring: false })
    new OutboxMonitoring(stack, 'Watch', { outbox })
    template().resourceCountIs('AWS::CloudWatch::Alarm', 19)
  })

  it('is refused where the outbox has its own', () => {
    const { outbox } = outboxFixture()
    expect(messageOf(() => new OutboxMonitoring(new Stack(new App(), 'Other'), 'Watch', { outbox }))).toBe(
      "OutboxMonitoring at 'Other/Watch' cannot be built:\n- Expected `outbox` to be built with `monitoring: false`, got one that has its alarms already",
    )
  })
})
