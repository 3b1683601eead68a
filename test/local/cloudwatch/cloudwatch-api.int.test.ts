import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetDashboardCommand,
  GetMetricDataCommand,
  ListMetricsCommand,
  type MetricDatum,
  PutMetricDataCommand,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch'
import { AwsQueryProtocol } from '@aws-sdk/core/protocols'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'

const TOPIC = { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'bell' } }
const DIMENSIONS = [{ Name: 'Shop', Value: 'north' }]
const ALARM = {
  Namespace: 'Shop',
  MetricName: 'Failures',
  Dimensions: DIMENSIONS,
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Threshold: 2,
  TreatMissingData: 'notBreaching',
}
const alarm = (properties: object = {}): unknown => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { ...ALARM, ...properties },
})

/** Speaks the query protocol, as tools with older models do. */
const queryProtocol = {
  protocol: AwsQueryProtocol,
  protocolSettings: {
    defaultNamespace: 'com.amazonaws.cloudwatch',
    xmlNamespace: 'http://monitoring.amazonaws.com/doc/2010-08-01/',
    version: '2010-08-01',
    serviceTarget: 'GraniteServiceVersion20100801',
  },
}
const PROTOCOLS = [
  ['JSON', (cloud: LocalCloud) => new CloudWatchClient(cloud.clientConfig)],
  ['query', (cloud: LocalCloud) => new CloudWatchClient({ ...cloud.clientConfig, ...queryProtocol })],
] as const

const put = (client: CloudWatchClient, ...data: readonly Partial<MetricDatum>[]): Promise<unknown> =>
  client.send(
    new PutMetricDataCommand({
      Namespace: 'Shop',
      MetricData: data.map((datum) => ({ MetricName: 'Failures', Dimensions: DIMENSIONS, ...datum })),
    }),
  )

describe.each(PROTOCOLS)('by the %s protocol', (_name, clientOf) => {
  it('metrics are put, listed and read', async () => {
    const cloud = await startCloud({})
    const client = clientOf(cloud)
    const minute = Math.floor(cloud.clock.now() / 60_000) * 60_000 - 300_000
    await put(
      client,
      { Value: 1.5, Unit: 'Count', Timestamp: new Date(minute + 1000) },
      { Values: [2, 3], Counts: [2, 1], Unit: 'Count', Timestamp: new Date(minute + 61_000) },
    )
    const { Metrics: listed = [] } = await client.send(new ListMetricsCommand({ Namespace: 'Shop' }))
    expect(listed).toEqual([{ Namespace: 'Shop', MetricName: 'Failures', Dimensions: DIMENSIONS }])

    const data = await client.send(
      new GetMetricDataCommand({
        StartTime: new Date(minute),
        EndTime: new Date(minute + 120_000),
        ScanBy: 'TimestampAscending',
        MetricDataQueries: [
          { Id: 'double', Expression: '2 * sum' },
          {
            Id: 'sum',
            ReturnData: false,
            MetricStat: {
              Metric: { Namespace: 'Shop', MetricName: 'Failures', Dimensions: DIMENSIONS },
              Period: 60,
              Stat: 'Sum',
            },
          },
        ],
      }),
    )
    expect(data.MetricDataResults).toMatchObject([
      {
        Id: 'double',
        StatusCode: 'Complete',
        Timestamps: [new Date(minute), new Date(minute + 60_000)],
        Values: [3, 14],
      },
    ])
  })

  it('an alarm tells its state and its settings', async () => {
    const cloud = await startCloud({
      Bell: TOPIC,
      Failing: alarm({ AlarmName: 'failing', AlarmActions: [{ Ref: 'Bell' }], AlarmDescription: 'Fails.' }),
    })
    const client = clientOf(cloud)
    await cloud.clock.advance('2m')
    const described = async () => (await client.send(new DescribeAlarmsCommand({}))).MetricAlarms?.[0]
    expect(await described()).toMatchObject({ AlarmName: 'failing', StateValue: 'OK' })
    await put(client, { Value: 3 })
    await cloud.clock.advance('1m')
    expect(await described()).toMatchObject({
      AlarmName: 'failing',
      AlarmArn: cloud.attribute('Failing', 'Arn'),
      AlarmDescription: 'Fails.',
      ActionsEnabled: true,
      AlarmActions: [cloud.physicalId('Bell')],
      StateValue: 'ALARM',
      StateReason: expect.stringContaining('1 of the last 1 datapoints [3]'),
      StateTransitionedTimestamp: expect.any(Date),
      MetricName: 'Failures',
      Namespace: 'Shop',
      Dimensions: DIMENSIONS,
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      DatapointsToAlarm: 1,
      Threshold: 2,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    })
    // As on AWS, the last data points that exist decide as long as they are in the evaluation range.
    await cloud.clock.advance('2m')
    expect((await described())?.StateValue).toBe('ALARM')
    await cloud.clock.advance('1m')
    expect((await described())?.StateValue).toBe('OK')
  })

  it('what is wrong is an error of CloudWatch', async () => {
    const client = clientOf(await startCloud({}))
    const many = client.send(new DescribeAlarmsCommand({ MaxRecords: 101 }))
    await expect(many).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Expected `MaxRecords` to be a number from 1 to 100, got `101` (number)',
      $metadata: { httpStatusCode: 400 },
    })
    const dashboard = client.send(new GetDashboardCommand({ DashboardName: 'd' }))
    await expect(dashboard).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('GetDashboard of cloudwatch'),
    })
    const badToken = client.send(new DescribeAlarmsCommand({ NextToken: 'eA==' }))
    await expect(badToken).rejects.toMatchObject({ name: 'InvalidNextToken' })
  })
})

describe('alarms', () => {
  const composite = (rule: unknown): unknown => ({
    Type: 'AWS::CloudWatch::CompositeAlarm',
    Properties: { AlarmRule: rule },
  })

  it('of alarms follow their rule, and are told only when they are asked for', async () => {
    const cloud = await startCloud({
      One: alarm({ AlarmName: 'one' }),
      Two: alarm({ AlarmName: 'two', MetricName: 'Other' }),
      Both: composite({
        'Fn::Join': ['', ['ALARM("', { 'Fn::GetAtt': ['One', 'Arn'] }, '") AND ALARM(two)']],
      }),
      Either: composite('ALARM(one) OR ALARM(two)'),
      Lost: composite('ALARM(nobody)'),
    })
    const client = new CloudWatchClient(cloud.clientConfig)
    await put(client, { Value: 9 })
    await cloud.clock.advance('1m')
    const plain = await client.send(new DescribeAlarmsCommand({}))
    expect(plain.MetricAlarms?.map(({ AlarmName }) => AlarmName)).toEqual(['one', 'two'])
    expect(plain.CompositeAlarms).toEqual([])
    const { CompositeAlarms: composites = [] } = await client.send(
      new DescribeAlarmsCommand({ AlarmTypes: ['CompositeAlarm'] }),
    )
    const state = (logicalId: string) =>
      composites.find(({ AlarmName }) => AlarmName === cloud.physicalId(logicalId))
    expect(state('Both')).toMatchObject({
      StateValue: 'OK',
      StateReason: 'The rule does not hold: one is ALARM, two is OK.',
    })
    expect(state('Either')?.StateValue).toBe('ALARM')
    expect(state('Lost')).toMatchObject({
      StateValue: 'INSUFFICIENT_DATA',
      StateReason: expect.stringContaining('names the alarm nobody, which does not exist'),
    })
  })

  it('that watch no metric exist, with a warning', async () => {
    const cloud = await startCloud({
      Query: { Type: 'AWS::CloudWatch::Alarm', Properties: { AlarmName: 'query', EvaluationCriteria: {} } },
    })
    expect(cloud.physicalId('Query')).toBe('query')
    expect(cloud.warnings()).toEqual([expect.stringContaining('Alarm Query watches no metric')])
    const { MetricAlarms: told } = await new CloudWatchClient(cloud.clientConfig).send(
      new DescribeAlarmsCommand({}),
    )
    expect(told).toEqual([])
  })

  it('are chosen by name, prefix, state and action, page by page', async () => {
    const cloud = await startCloud({
      Bell: TOPIC,
      A: alarm({ AlarmName: 'shop-a', AlarmActions: [{ Ref: 'Bell' }] }),
      B: alarm({ AlarmName: 'shop-b' }),
      C: alarm({ AlarmName: 'other', TreatMissingData: 'breaching' }),
    })
    const client = new CloudWatchClient(cloud.clientConfig)
    await cloud.clock.advance('2m')
    const names = async (input: object) =>
      (await client.send(new DescribeAlarmsCommand(input))).MetricAlarms?.map(({ AlarmName }) => AlarmName)
    expect(await names({ AlarmNamePrefix: 'shop-' })).toEqual(['shop-a', 'shop-b'])
    expect(await names({ AlarmNames: ['other', 'nobody'] })).toEqual(['other'])
    expect(await names({ StateValue: 'ALARM' })).toEqual(['other'])
    expect(await names({ ActionPrefix: 'arn:aws:sns' })).toEqual(['shop-a'])
    const pages: number[] = []
    for await (const page of paginateDescribeAlarms({ client, pageSize: 2 }, {})) {
      pages.push(page.MetricAlarms?.length ?? 0)
    }
    expect(pages).toEqual([2, 1])
  })
})

describe('PutMetricData', () => {
  it('takes what the SDK compressed', async () => {
    const cloud = await startCloud({})
    const client = new CloudWatchClient({ ...cloud.clientConfig, requestMinCompressionSizeBytes: 0 })
    await put(client, { Value: 1 })
    const { Metrics: listed } = await client.send(new ListMetricsCommand({ Namespace: 'Shop' }))
    expect(listed).toMatchObject([{ MetricName: 'Failures' }])
  })

  it('records nothing when a part of it is refused', async () => {
    const cloud = await startCloud({})
    const client = new CloudWatchClient(cloud.clientConfig)
    const refused = put(
      client,
      { Value: 1 },
      { StatisticValues: { SampleCount: 1, Sum: 1, Minimum: 1, Maximum: 1 } },
    )
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('`StatisticValues`') })
    const { Metrics: listed } = await client.send(new ListMetricsCommand({ Namespace: 'Shop' }))
    expect(listed).toEqual([])
  })
})
