import { Duration } from 'aws-cdk-lib'
import type { Template } from 'aws-cdk-lib/assertions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { MonitoringProps } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { kebabCase } from '../../../lib/cdk/monitoring/kebab-case.js'
import { HEARTBEAT, METRIC } from '../../../lib/telemetry.js'
import { outboxFixture, resource } from '../fixture.js'
import { alarmsOf, monitoredFixture } from './alarm-fixture.js'

const { outbox, consumer, template } = monitoredFixture(() => ({ archive: true }))
const synthesised = template()
const alarms = alarmsOf(synthesised)

const ref = (idPrefix: string): object => ({ Ref: expect.stringMatching(`^${idPrefix}[0-9A-F]{8}$`) })
const name = (idPrefix: string): object => ({
  'Fn::GetAtt': [expect.stringMatching(`^${idPrefix}[0-9A-F]{8}$`), 'QueueName'],
})
const ofOutbox = { service: outbox.outboxName }
const own = (metric: string): readonly [string, string, object] => ['ServerlessOutbox', metric, ofOutbox]
const lambda = (fn: string, metric: string): readonly [string, string, object] => [
  'AWS/Lambda',
  metric,
  { FunctionName: ref(`Outbox${fn}`) },
]
const queue = (path: string): readonly [string, string, object] => [
  'AWS/SQS',
  'ApproximateNumberOfMessagesVisible',
  { QueueName: name(`Outbox${path}`) },
]
const heartbeatRule = ref('OutboxMonitoringHeartbeatRule')
const heartbeat = [
  'AWS/Events',
  'MatchedEvents',
  {
    EventBusName: ref('OutboxEventBus'),
    RuleName: { 'Fn::Select': [1, { 'Fn::Split': ['|', heartbeatRule] }] },
  },
] as const

describe('the alarms, as they are without being asked for', () => {
  it.each([
    // The metric, its statistic and period; how many periods of how many; beyond what; missing data.
    ['oldest-pending-age', own(METRIC.oldestPendingAge), 'Maximum', 60, [1, 1], 300, 'ignore'],
    ['iterator-age', lambda('Relay', 'IteratorAge'), 'Maximum', 300, [1, 1], 300_000, 'notBreaching'],
    ['relay-errors', lambda('Relay', 'Errors'), 'Sum', 300, [2, 3], 0, 'notBreaching'],
    ['relay-failures', queue('RelayFailureQueue'), 'Maximum', 300, [1, 1], 0, 'notBreaching'],
    ['handed-over', own(METRIC.handedOver), 'Sum', 300, [1, 1], 100, 'notBreaching'],
    ['outage', own(METRIC.outage), 'Sum', 300, [3, 3], 0, 'notBreaching'],
    ['denied', own(METRIC.denied), 'Sum', 300, [1, 1], 0, 'notBreaching'],
    ['rescued', own(METRIC.rescued), 'Sum', 300, [1, 1], 0, 'notBreaching'],
    ['sweeper-errors', lambda('Sweeper', 'Errors'), 'Sum', 300, [2, 3], 0, 'notBreaching'],
    ['sweeps-incomplete', own(METRIC.sweepIncomplete), 'Sum', 300, [3, 3], 0, 'notBreaching'],
    ['records-unreadable', own(METRIC.unreadable), 'Sum', 300, [1, 1], 0, 'notBreaching'],
    ['archive-delay', own(METRIC.archiveDelay), 'Maximum', 60, [1, 1], 21_600, 'ignore'],
    ['dead-letters', own(METRIC.dead), 'Maximum', 60, [1, 1], 0, 'ignore'],
    ['notices-waiting', own(METRIC.noticesWaiting), 'Minimum', 300, [3, 3], 0, 'ignore'],
    ['redrive-errors', lambda('Redrive', 'Errors'), 'Sum', 300, [1, 1], 0, 'notBreaching'],
    ['redrives-failed', own(METRIC.redriveFailed), 'Sum', 300, [1, 1], 0, 'notBreaching'],
    ['redrives-refused', own(METRIC.redriveRefused), 'Sum', 300, [1, 1], 0, 'notBreaching'],
    ['consumer-dead-letters', queue('ShippingDeadLetterQueue'), 'Maximum', 300, [1, 1], 0, 'notBreaching'],
    ['consumer-undelivered', queue('ShippingUndeliveredQueue'), 'Maximum', 300, [1, 1], 0, 'notBreaching'],
  ] as const)('%s', (alarm, [namespace, metric, dimensions], statistic, period, [m, n], beyond, missing) => {
    expect(alarms.get(alarm)).toMatchObject({
      Namespace: namespace,
      MetricName: metric,
      Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      Statistic: statistic,
      Period: period,
      DatapointsToAlarm: m,
      EvaluationPeriods: n,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: beyond,
      TreatMissingData: missing,
    })
  })

  it('no-heartbeat, for which no data is the reason to ring', () => {
    const [namespace, metric, dimensions] = heartbeat
    expect(alarms.get('no-heartbeat')).toMatchObject({
      Namespace: namespace,
      MetricName: metric,
      Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      Statistic: 'Sum',
      Period: 60,
      DatapointsToAlarm: 5,
      EvaluationPeriods: 5,
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    })
    expect(resource(synthesised, 'AWS::Events::Rule', 'OutboxMonitoringHeartbeatRule').Properties).toEqual({
      Description: `Counts the heartbeats of the outbox ${outbox.outboxName}`,
      EventBusName: ref('OutboxEventBus'),
      EventPattern: {
        source: [HEARTBEAT.source],
        'detail-type': [HEARTBEAT.detailType],
        // Outboxes may share a bus.
        detail: { outbox: [outbox.outboxName] },
      },
      State: 'ENABLED',
    })
  })

  it.each([
    ['table-throttles', []],
    ['index-throttles', [{ Name: 'GlobalSecondaryIndexName', Value: 'outbox-by-owner' }]],
  ])('%s ends by itself, though DynamoDB tells nothing of quiet times', (alarm, more) => {
    const Dimensions = expect.arrayContaining([{ Name: 'TableName', Value: ref('OutboxTable') }, ...more])
    const stat = (Id: string, MetricName: string): object => ({
      Id,
      MetricStat: {
        Metric: { Namespace: 'AWS/DynamoDB', MetricName, Dimensions },
        Period: 300,
        Stat: 'Sum',
      },
      ReturnData: false,
    })
    expect(alarms.get(alarm)).toMatchObject({
      Metrics: [
        { Expression: 'FILL(reads, 0) + FILL(writes, 0)' },
        stat('reads', 'ReadThrottleEvents'),
        stat('writes', 'WriteThrottleEvents'),
      ],
      DatapointsToAlarm: 3,
      EvaluationPeriods: 3,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 0,
      TreatMissingData: 'notBreaching',
    })
    expect(alarms.get(alarm)?.Metrics?.at(1)?.MetricStat?.Metric.Dimensions).toHaveLength(1 + more.length)
  })

  it('are these and no others, by their names for actions of your own', () => {
    const { alarms: ofOutbox = {} } = outbox.monitoring ?? {}
    const ofConsumer = outbox.monitoring?.monitorConsumer(consumer) ?? {}
    const names = [...Object.keys(ofOutbox), ...Object.keys(ofConsumer)].map(kebabCase)
    expect([...alarms.keys()].sort()).toEqual(names.sort())
    expect(names).toHaveLength(20 + 2)
  })

  it('notify nobody, and there is no dashboard', () => {
    for (const alarm of alarms.values()) {
      expect(alarm).not.toHaveProperty('AlarmActions')
      expect(alarm).not.toHaveProperty('OKActions')
    }
    expect(outbox.monitoring?.dashboard).toBeUndefined()
    synthesised.resourceCountIs('AWS::CloudWatch::Dashboard', 0)
  })
})

it('every metric under the own namespace is one that the functions emit', () => {
  const emitted: readonly string[] = Object.values(METRIC)
  const watched = [...alarms.values()].filter(({ Namespace }) => Namespace === 'ServerlessOutbox')
  expect(watched).toHaveLength(12)
  for (const { MetricName } of watched) expect(emitted).toContain(MetricName)
})

it('with `monitoring: false` there is none, nor a rule', () => {
  const off = outboxFixture({ monitoring: false })
  const without = off.template()
  expect(off.outbox.monitoring).toBeUndefined()
  without.resourceCountIs('AWS::CloudWatch::Alarm', 0)
  without.resourceCountIs('AWS::Events::Rule', 0)
})

describe('the topic', () => {
  const withTopic = (props: MonitoringProps = {}): Template =>
    monitoredFixture((stack) => ({ monitoring: { topic: new Topic(stack, 'Bell'), ...props } })).template()

  it('is notified by every alarm', () => {
    for (const alarm of alarmsOf(withTopic()).values()) {
      expect(alarm.AlarmActions).toEqual([ref('Bell')])
      expect(alarm).not.toHaveProperty('OKActions')
    }
  })

  it('is notified of the end of each, if asked for', () => {
    for (const alarm of alarmsOf(withTopic({ notifyWhenOk: true })).values())
      expect(alarm.OKActions).toEqual([ref('Bell')])
  })

  it('costs no function a grant', () => {
    const policies = withTopic().findResources('AWS::IAM::Policy')
    expect(policies).toEqual(monitoredFixture().template().findResources('AWS::IAM::Policy'))
  })
})

describe('rare sweeps', () => {
  const props = { sweeper: { interval: Duration.minutes(30) } }
  const rare = alarmsOf(outboxFixture(props).template())

  it.each([
    ['oldest-pending-age', 1800, 1, 3_600],
    ['no-heartbeat', 1800, 5, 1],
    ['sweeps-incomplete', 1800, 2, 0],
    ['outage', 1800, 1, 0],
    ['notices-waiting', 1800, 1, 0],
    ['sweeper-errors', 1800, 3, 0],
    // The relay does not wait for sweeps.
    ['relay-errors', 300, 3, 0],
    ['handed-over', 300, 1, 100],
  ])('%s looks at times in which there is one', (alarm, period, periods, threshold) => {
    expect(rare.get(alarm)).toMatchObject({
      Period: period,
      EvaluationPeriods: periods,
      Threshold: threshold,
    })
  })
})

it('thresholds are as asked for', () => {
  const asked = alarmsOf(
    outboxFixture({
      monitoring: {
        oldestPendingAge: Duration.seconds(90),
        iteratorAge: Duration.seconds(20),
        handedOver: 0,
        lasting: Duration.minutes(61),
      },
    }).template(),
  )
  expect(asked.get('oldest-pending-age')).toMatchObject({ Threshold: 90 })
  expect(asked.get('iterator-age')).toMatchObject({ Threshold: 20_000 })
  expect(asked.get('handed-over')).toMatchObject({ Threshold: 0 })
  for (const name of ['outage', 'sweeps-incomplete', 'notices-waiting', 'table-throttles', 'index-throttles'])
    expect(asked.get(name)).toMatchObject({ EvaluationPeriods: 13, DatapointsToAlarm: 13 })
})
