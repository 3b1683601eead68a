import { describe, expect, it } from 'vitest'
import { metricAlarm } from '../../../lib/local/cloudwatch/metric-alarm.js'
import { metricAlarmStatus } from '../../../lib/local/cloudwatch/metric-alarm-status.js'
import { MetricStore } from '../../../lib/local/metrics/metric-store.js'
import type { JsonRecord } from '../../../lib/local/record.js'

const MINUTE = 60_000
const CREATED = Date.UTC(2026, 0, 1, 12, 0, 0)
const SINGLE = {
  Namespace: 'Shop',
  MetricName: 'Failures',
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Threshold: 2,
}

/** Values by the minute after the alarm's creation. */
type Values = Readonly<Record<number, readonly number[]>>

function storeOf(values: Values, name = 'Failures', namespace = 'Shop'): MetricStore {
  const store = new MetricStore()
  for (const [minute, list] of Object.entries(values)) {
    const at = new Date(CREATED + Number(minute) * MINUTE + 10_000)
    for (const value of list) store.record({ namespace, name, dimensions: {}, value, at })
  }
  return store
}

function statusAfter(minutes: number, properties: JsonRecord, values: Values, namespace?: string) {
  const alarm = metricAlarm(properties, { name: 'Alarm', arn: 'arn', createdAt: CREATED })
  return metricAlarmStatus(alarm, storeOf(values, 'Failures', namespace), CREATED + minutes * MINUTE)
}

describe('an alarm on a metric', () => {
  it('rings once the period of the data points is over, and says why', () => {
    const values = { 0: [1], 1: [1, 1] }
    expect(statusAfter(0.5, SINGLE, values)).toMatchObject({ state: 'INSUFFICIENT_DATA', since: CREATED })
    expect(statusAfter(1.5, SINGLE, values)).toMatchObject({ state: 'OK', since: CREATED + MINUTE })
    expect(statusAfter(2, SINGLE, values)).toEqual({
      state: 'ALARM',
      since: CREATED + 2 * MINUTE,
      reason: '1 of the last 1 datapoints [2] was greater than or equal to the threshold (2).',
    })
  })

  it('is quiet again, and tells since when', () => {
    const status = statusAfter(9, SINGLE, { 0: [5], 1: [5], 2: [0], 3: [0], 4: [1], 5: [0], 8: [1] })
    expect(status).toMatchObject({ state: 'OK', since: CREATED + 3 * MINUTE })
  })

  it.each([
    ['GreaterThanThreshold', [1, 2, 3], ['OK', 'OK', 'ALARM']],
    ['GreaterThanOrEqualToThreshold', [1, 2, 3], ['OK', 'ALARM', 'ALARM']],
    ['LessThanThreshold', [1, 2, 3], ['ALARM', 'OK', 'OK']],
    ['LessThanOrEqualToThreshold', [1, 2, 3], ['ALARM', 'ALARM', 'OK']],
  ])('compares by %s', (ComparisonOperator, numbers, expected) => {
    const states = numbers.map(
      (value) => statusAfter(1, { ...SINGLE, ComparisonOperator }, { 0: [value] }).state,
    )
    expect(states).toEqual(expected)
  })

  it('takes data points to alarm, and numbers that the template wrote as text', () => {
    const properties = {
      ...SINGLE,
      Period: '60',
      Threshold: '2',
      EvaluationPeriods: '3',
      DatapointsToAlarm: '2',
    }
    expect(statusAfter(3, properties, { 0: [2], 1: [0], 2: [2] }).state).toBe('ALARM')
    expect(statusAfter(4, properties, { 0: [2], 1: [0], 2: [2], 3: [0] }).state).toBe('OK')
  })

  it('without data does as told', () => {
    const of = (TreatMissingData: string) =>
      statusAfter(20, { ...SINGLE, TreatMissingData }, { 0: [9] }).state
    expect(of('missing')).toBe('INSUFFICIENT_DATA')
    expect(of('notBreaching')).toBe('OK')
    expect(of('breaching')).toBe('ALARM')
    // The state that it had is found again.
    expect(of('ignore')).toBe('ALARM')
  })

  it('on a metric of DynamoDB ignores missing data', () => {
    const properties = { ...SINGLE, Namespace: 'AWS/DynamoDB', TreatMissingData: 'notBreaching' }
    expect(statusAfter(20, properties, { 0: [9] }, 'AWS/DynamoDB').state).toBe('ALARM')
  })

  it('uses a period of its own', () => {
    const properties = { ...SINGLE, Period: 300 }
    const values = { 0: [1], 4: [1], 5: [1] }
    expect(statusAfter(4.9, properties, values).state).toBe('INSUFFICIENT_DATA')
    expect(statusAfter(5, properties, values).state).toBe('ALARM')
    expect(statusAfter(10, properties, values).state).toBe('OK')
  })

  it('of which the local cloud knows no threshold is never more than INSUFFICIENT_DATA', () => {
    const { Threshold: _none, ...band } = {
      ...SINGLE,
      ComparisonOperator: 'GreaterThanUpperThreshold',
      ThresholdMetricId: 'ad1',
    }
    expect(statusAfter(5, band, { 0: [9] })).toMatchObject({
      state: 'INSUFFICIENT_DATA',
      reason: expect.stringContaining('Anomaly detection'),
    })
  })
})

describe('an alarm on an expression', () => {
  const MATH = {
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 50,
    Metrics: [
      { Id: 'rate', Expression: '100 * failures / all', Label: 'Failures of all' },
      {
        Id: 'failures',
        MetricStat: { Metric: { Namespace: 'Shop', MetricName: 'Failures' }, Period: '60', Stat: 'Sum' },
        ReturnData: false,
      },
      {
        Id: 'all',
        MetricStat: {
          Metric: { Namespace: 'Shop', MetricName: 'Failures' },
          Period: 60,
          Stat: 'SampleCount',
        },
        ReturnData: 'false',
      },
    ],
  }

  it('compares what the expression gives', () => {
    expect(statusAfter(1, MATH, { 0: [1, 0, 0, 0] }).state).toBe('OK')
    expect(statusAfter(1, MATH, { 0: [1, 1, 1, 0] })).toMatchObject({
      state: 'ALARM',
      reason: '1 of the last 1 datapoints [75] was greater than the threshold (50).',
    })
  })
})

describe('the properties of an alarm', () => {
  const read = (properties: JsonRecord) => () =>
    metricAlarm(properties, { name: 'Alarm', arn: 'arn', createdAt: CREATED })

  it.each([
    ['Period', { Period: 'often' }],
    ['Threshold', { Threshold: 'high' }],
    ['EvaluationPeriods', { EvaluationPeriods: undefined }],
    ['TreatMissingData', { TreatMissingData: 'hide' }],
    ['Metrics', { Metrics: [{ Id: 'a', Expression: '1', ReturnData: false }] }],
  ])('are refused by the name of the one at fault: %s', (name, change) => {
    expect(read({ ...SINGLE, ...change })).toThrow(`Expected \`${name}\` to be `)
  })
})
