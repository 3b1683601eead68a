import { describe, expect, it } from 'vitest'
import { MetricStore } from '../../../lib/local/metrics/metric-store.js'
import { isRecord, type JsonRecord } from '../../../lib/local/record.js'

/** Midnight. Seconds since the epoch. */
const START = 1_767_225_600
const MINUTE = 60

function stored(values: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>>): MetricStore {
  const store = new MetricStore()
  for (const [name, byMinute] of Object.entries(values)) {
    for (const [minute, list] of Object.entries(byMinute)) {
      const at = new Date((START + Number(minute) * MINUTE + 5) * 1000)
      for (const value of list)
        store.record({ namespace: 'Shop', name, dimensions: { service: 'orders' }, value, unit: 'Count', at })
    }
  }
  return store
}

function metric(id: string, name: string, more: JsonRecord = {}): JsonRecord {
  const { Stat = 'Sum', Period = MINUTE, ReturnData, ...rest } = more
  return {
    Id: id,
    MetricStat: {
      Metric: {
        Namespace: 'Shop',
        MetricName: name,
        Dimensions: [{ Name: 'service', Value: 'orders' }],
        ...rest,
      },
      Stat,
      Period,
    },
    ...(ReturnData === undefined ? {} : { ReturnData }),
  }
}

function ask(store: MetricStore, queries: readonly JsonRecord[], more: JsonRecord = {}): JsonRecord {
  return store.getMetricData({
    MetricDataQueries: queries,
    StartTime: START,
    EndTime: START + 5 * MINUTE,
    ScanBy: 'TimestampAscending',
    ...more,
  })
}

/** Values by minute. */
function values(answer: JsonRecord, id: string): Readonly<Record<string, number>> {
  const results = Array.isArray(answer['MetricDataResults'])
    ? answer['MetricDataResults'].filter(isRecord)
    : []
  const { Timestamps: times, Values: list } = results.find((result) => result['Id'] === id) ?? {}
  if (!Array.isArray(times) || !Array.isArray(list)) throw new Error(`no result ${id}`)
  return Object.fromEntries(times.map((time, place) => [(Number(time) - START) / MINUTE, list[place]]))
}

const ORDERS = { Orders: { 0: [1, 2, 3, 4], 1: [10], 3: [5, 5] } }

describe('GetMetricData', () => {
  it.each([
    ['Sum', { 0: 10, 1: 10, 3: 10 }],
    ['Average', { 0: 2.5, 1: 10, 3: 5 }],
    ['Minimum', { 0: 1, 1: 10, 3: 5 }],
    ['Maximum', { 0: 4, 1: 10, 3: 5 }],
    ['SampleCount', { 0: 4, 1: 1, 3: 2 }],
    ['p50', { 0: 2, 1: 10, 3: 5 }],
    ['p99', { 0: 4, 1: 10, 3: 5 }],
    ['p0', { 0: 1, 1: 10, 3: 5 }],
  ])('gives the statistic %s of each period', (Stat, expected) => {
    expect(values(ask(stored(ORDERS), [metric('m', 'Orders', { Stat })]), 'm')).toEqual(expected)
  })

  it('gives the newest first unless told otherwise, and the end is exclusive', () => {
    const queries = [metric('m', 'Orders')]
    const answer = ask(stored(ORDERS), queries, { ScanBy: undefined, EndTime: START + 3 * MINUTE })
    expect(answer).toEqual({
      MetricDataResults: [
        {
          Id: 'm',
          Label: 'Orders',
          Timestamps: [START + 60, START],
          Values: [10, 10],
          StatusCode: 'Complete',
        },
      ],
      Messages: [],
    })
  })

  it('adds up longer periods from their own beginning', () => {
    const answer = ask(stored(ORDERS), [metric('m', 'Orders', { Period: 180 })], { StartTime: START + 70 })
    expect(values(answer, 'm')).toEqual({ 0: 20, 3: 10 })
  })

  it.each([
    ['another dimension value', { Dimensions: [{ Name: 'service', Value: 'other' }] }],
    ['fewer dimensions', { Dimensions: [] }],
    [
      'more dimensions',
      {
        Dimensions: [
          { Name: 'service', Value: 'orders' },
          { Name: 'region', Value: 'eu' },
        ],
      },
    ],
    ['another namespace', { Namespace: 'Other' }],
    ['a name that nobody used', { MetricName: 'Order' }],
  ])('finds nothing under %s', (_, more) => {
    expect(values(ask(stored(ORDERS), [metric('m', 'Orders', more)]), 'm')).toEqual({})
  })

  it('gives only what is asked to be returned', () => {
    const answer = ask(stored(ORDERS), [
      metric('m', 'Orders', { ReturnData: false }),
      { Id: 'e', Expression: 'm / 2', Label: 'half' },
    ])
    expect(answer['MetricDataResults']).toMatchObject([{ Id: 'e', Label: 'half', Values: [5, 5, 5] }])
  })

  it('pages by data points', () => {
    const store = stored({ ...ORDERS, Errors: { 0: [1], 1: [1], 2: [1] } })
    const queries = [metric('m', 'Orders'), metric('n', 'Errors')]
    const seen: unknown[] = []
    let token: unknown
    do {
      const answer = ask(store, queries, {
        MaxDatapoints: 2,
        ...(token === undefined ? {} : { NextToken: token }),
      })
      seen.push(
        ...(answer['MetricDataResults'] as JsonRecord[]).map(({ Id, Values, StatusCode }) => [
          Id,
          Values,
          StatusCode,
        ]),
      )
      token = answer['NextToken']
    } while (token !== undefined)
    expect(seen).toEqual([
      ['m', [10, 10], 'PartialData'],
      ['m', [10], 'Complete'],
      ['n', [1], 'PartialData'],
      ['n', [1, 1], 'Complete'],
    ])
  })
})

describe('an expression', () => {
  const store = stored({
    Orders: { 0: [10], 1: [20], 3: [40] },
    Errors: { 0: [1], 3: [0], 4: [2] },
  })
  const metrics = [metric('m', 'Orders'), metric('n', 'Errors')]

  it.each<[string, Readonly<Record<number, number>>]>([
    ['m + n', { 0: 11, 3: 40 }],
    ['m - n * 2 + 1', { 0: 9, 3: 41 }],
    ['(m - n) * 2', { 0: 18, 3: 80 }],
    ['-n', { 0: -1, 3: -0, 4: -2 }],
    ['100 * n / m', { 0: 10, 3: 0 }],
    ['m / n', { 0: 10 }],
    ['FILL(n, 0)', { 0: 1, 1: 0, 2: 0, 3: 0, 4: 2 }],
    ['FILL(m, REPEAT)', { 0: 10, 1: 20, 2: 20, 3: 40, 4: 40 }],
    ['FILL(m, LINEAR)', { 0: 10, 1: 20, 2: 30, 3: 40 }],
    ['SUM(METRICS())', { 0: 11, 1: 20, 3: 40, 4: 2 }],
    ['SUM([m, n])', { 0: 11, 1: 20, 3: 40, 4: 2 }],
    ['MAX(METRICS())', { 0: 10, 1: 20, 3: 40, 4: 2 }],
    ['MIN([m, FILL(n, 0)])', { 0: 1, 1: 0, 2: 0, 3: 0, 4: 2 }],
    ['AVG([m, n])', { 0: 5.5, 1: 20, 3: 20, 4: 2 }],
    ['m / SUM(m)', { 0: 10 / 70, 1: 20 / 70, 3: 40 / 70 }],
    ['m - MAX(m)', { 0: -30, 1: -20, 3: 0 }],
    ['IF(m > 15, m, 0)', { 0: 0, 1: 20, 3: 40 }],
    ['IF(m >= 20 AND m < 40, 1)', { 1: 1 }],
    ['IF(n > 0 || m == 20, n, 7)', { 0: 1, 3: 7 }],
    ["SUM(METRICS('m'))", { 0: 10, 1: 20, 3: 40 }],
    ['m / PERIOD(m)', { 0: 10 / 60, 1: 20 / 60, 3: 40 / 60 }],
    ['ABS(0 - m) + CEIL(0.5) + FLOOR(0.5)', { 0: 11, 1: 21, 3: 41 }],
  ])('%s', (expression, expected) => {
    expect(values(ask(store, [...metrics, { Id: 'e', Expression: expression }]), 'e')).toEqual(expected)
  })

  it('may use another one that stands after it', () => {
    const answer = ask(store, [
      { Id: 'f', Expression: 'e * 10' },
      ...metrics,
      { Id: 'e', Expression: 'FILL(n, 5)' },
    ])
    expect(values(answer, 'f')).toEqual({ 0: 10, 1: 50, 2: 50, 3: 0, 4: 20 })
  })

  it('gives one result for each series of a list', () => {
    const answer = ask(store, [...metrics, { Id: 'e', Expression: 'METRICS() * 2', Label: 'twice' }])
    expect((answer['MetricDataResults'] as JsonRecord[]).slice(2)).toMatchObject([
      { Id: 'e', Label: 'twice Orders', Values: [20, 40, 80] },
      { Id: 'e', Label: 'twice Errors', Values: [2, 0, 4] },
    ])
  })

  it.each([
    ["SEARCH('{Shop,service}', 'Sum')", 'does not emulate SEARCH'],
    ['RATE(m)', 'does not know the function RATE: METRICS, SUM'],
    ['x + 1', "there is no query 'x'"],
    ['m +', 'unexpected the end'],
    ['m $ 2', "unexpected '$ 2'"],
    ['m n', "unexpected 'n'"],
    ['SUM(m)', 'it must come to a time series'],
    ['f', 'refer to each other'],
    ['FILL(m)', 'FILL takes a number, REPEAT or LINEAR'],
    ['IF(m)', 'IF takes a condition'],
    ["m + 'text'", "'text' is neither a number nor a series"],
  ])('%s is refused', (expression, reason) => {
    const queries = [...metrics, { Id: 'e', Expression: expression }, { Id: 'f', Expression: 'e + 1' }]
    expect(() => ask(store, queries)).toThrow(reason)
  })
})

describe('a question that CloudWatch refuses', () => {
  const store = stored(ORDERS)
  const one = metric('m', 'Orders')

  it.each<[string, readonly JsonRecord[], JsonRecord]>([
    ['must be less than the parameter EndTime', [one], { StartTime: START, EndTime: START }],
    ['StartTime is no time', [one], { StartTime: 'yesterday' }],
    ['1 to 500 elements', [], {}],
    ['must begin with a lower-case letter', [{ ...one, Id: 'M' }], {}],
    ['are not unique: m', [one, one], {}],
    ['either MetricStat or Expression', [{ Id: 'm' }], {}],
    ['must have ReturnData true', [{ ...one, ReturnData: false }], {}],
    ["Invalid period '45'", [metric('m', 'Orders', { Period: 45 })], {}],
    ["the statistic 'tm99'", [metric('m', 'Orders', { Stat: 'tm99' })], {}],
    ['next token', [one], { NextToken: 'x' }],
  ])('%s', (reason, queries, more) => {
    expect(() => ask(store, queries, more)).toThrow(reason)
  })
})

describe('the store', () => {
  it('counts equal values of a minute in one point', () => {
    const store = stored({ Orders: { 0: [1, 1, 2, 1] } })
    expect(
      store.points({ namespace: 'Shop', name: 'Orders' }).map(({ value, count }) => [value, count]),
    ).toEqual([
      [1, 3],
      [2, 1],
    ])
  })

  it('lists metrics by namespace, name and dimensions', () => {
    const store = stored({ Orders: { 0: [1] }, Errors: { 0: [1] } })
    const errors = {
      Namespace: 'Shop',
      MetricName: 'Errors',
      Dimensions: [{ Name: 'service', Value: 'orders' }],
    }
    expect(store.listMetrics({ Namespace: 'Shop' })).toEqual({
      Metrics: [errors, { ...errors, MetricName: 'Orders' }],
    })
    expect(store.listMetrics({ MetricName: 'Errors', Dimensions: [{ Name: 'service' }] })).toEqual({
      Metrics: [errors],
    })
    expect(store.listMetrics({ Dimensions: [{ Name: 'service', Value: 'x' }] })).toEqual({ Metrics: [] })
    expect(store.listMetrics({ Namespace: 'Other' })).toEqual({ Metrics: [] })
  })

  it('forgets the oldest points', () => {
    const store = new MetricStore(10)
    for (let value = 0; value < 35; value += 1)
      store.record({ namespace: 'Shop', name: `m${value % 2}`, dimensions: {}, value, at: new Date(0) })
    const kept = store.points().map(({ value }) => value)
    expect(kept.sort((a, b) => a - b)).toEqual([25, 26, 27, 28, 29, 30, 31, 32, 33, 34])
    store.record({ namespace: 'Shop', name: 'm1', dimensions: {}, value: 23, at: new Date(0) })
    expect(store.points({ name: 'm1' }).at(-1)).toMatchObject({ value: 23, count: 1 })
    for (let value = 0; value < 10; value += 1)
      store.record({ namespace: 'Shop', name: 'other', dimensions: {}, value, at: new Date(0) })
    expect(store.listMetrics({})).toMatchObject({ Metrics: [{ MetricName: 'other' }] })
  })
})
