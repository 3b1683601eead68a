import { AwsError } from '../aws-error.js'
import { pageToken } from '../paging/page-token.js'
import { isRecord, type JsonRecord } from '../record.js'
import { listOf } from './answer-body.js'
import { evaluate } from './expression/evaluate.js'
import type { Series } from './expression/series.js'
import type { MetricPoint } from './metric-series.js'
import type { MetricFilter, TimeRange } from './metric-store.js'
import { metricsPageStart } from './metrics-page-start.js'
import { statistic } from './statistic.js'

/** Points of an answer. */
const MAX_DATA_POINTS = 100_800
const MAX_QUERIES = 500
const SHORT_PERIODS: readonly number[] = [1, 5, 10, 20, 30]
const SECOND = 1000

export interface PointSource {
  readonly points: (filter: MetricFilter, range: TimeRange) => readonly MetricPoint[]
}

interface Query {
  readonly id: string
  readonly label: string | undefined
  readonly returnData: boolean
  readonly input: JsonRecord
}

/** @throws AwsError ValidationError, InvalidNextToken */
export function getMetricData(input: JsonRecord, source: PointSource): JsonRecord {
  const range = { from: time(input['StartTime'], 'StartTime'), to: time(input['EndTime'], 'EndTime') }
  if (range.from >= range.to)
    throw invalid('The parameter StartTime must be less than the parameter EndTime.')
  const queries = queriesOf(input)
  const periods = queries.map(periodOf)
  const known = new Map<string, readonly Series[]>()
  for (const [place, query] of queries.entries()) {
    const { MetricStat: stat } = query.input
    if (isRecord(stat)) known.set(query.id, [metricSeries(query, stat, periods[place] ?? 0, range, source)])
  }
  resolveExpressions(queries, known, range, Math.max(...periods))
  const isAscending = input['ScanBy'] === 'TimestampAscending'
  const results = queries
    .filter(({ returnData }) => returnData)
    .flatMap(({ id }) => (known.get(id) ?? []).map((series) => result(id, series, isAscending)))
  return page(results, input)
}

/** An expression may use another that stands after it. */
function resolveExpressions(
  queries: readonly Query[],
  known: Map<string, readonly Series[]>,
  range: TimeRange,
  period: number,
): void {
  const metricIds = [...known.keys()]
  let open = queries.filter(({ id }) => !known.has(id))
  while (open.length > 0) {
    const ids = new Set(open.map(({ id }) => id))
    const ready = open.filter(
      ({ input }) => !references(String(input['Expression'])).some((id) => ids.has(id)),
    )
    if (ready.length === 0) throw invalid(`The expressions ${[...ids].join(', ')} refer to each other.`)
    for (const { id, label, input } of ready) {
      const expression = String(input['Expression'])
      const metrics = metricIds.map((metricId) => known.get(metricId) ?? [])
      known.set(id, evaluate(expression, { id, label, known, metrics: metrics.flat(), range, period }))
    }
    open = open.filter(({ id }) => !known.has(id))
  }
}

function references(expression: string): readonly string[] {
  return expression.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/\b[a-z]\w*/g) ?? []
}

function metricSeries(
  { id, label }: Query,
  stat: JsonRecord,
  period: number,
  range: TimeRange,
  source: PointSource,
): Series {
  const metric = isRecord(stat['Metric']) ? stat['Metric'] : {}
  const { Namespace: namespace, MetricName: name } = metric
  if (typeof namespace !== 'string' || typeof name !== 'string')
    throw invalid(`The query ${id} needs Metric.Namespace and Metric.MetricName.`)
  const dimensions = Object.fromEntries(
    listOf(metric['Dimensions']).map(({ Name, Value }) => [String(Name), String(Value)]),
  )
  const statisticName = String(stat['Stat'])
  const aggregate = statistic(statisticName)
  if (aggregate === undefined)
    throw invalid(
      `The local cloud does not know the statistic '${statisticName}' of ${id}: Sum, Average, Minimum, Maximum, SampleCount, p0 to p100.`,
    )
  const width = period * SECOND
  const start = Math.floor(range.from / width) * width
  const points = source.points({ namespace, name, dimensions }, { from: start, to: range.to })
  const unit = stat['Unit']
  const buckets = new Map<number, number[]>()
  for (const point of points) {
    if (unit !== undefined && unit !== point.unit) continue
    const bucket = Math.floor(point.at.getTime() / width) * width
    const values = buckets.get(bucket) ?? []
    for (let times = 0; times < point.count; times += 1) values.push(point.value)
    buckets.set(bucket, values)
  }
  const values = new Map([...buckets].map(([bucket, list]) => [bucket, aggregate(list)]))
  return { label: label ?? name, period, values }
}

function result(
  id: string,
  { label, values }: Series,
  isAscending: boolean,
): JsonRecord & { values: number[] } {
  const sorted = [...values].sort(([a], [b]) => (isAscending ? a - b : b - a))
  return {
    Id: id,
    Label: label,
    times: sorted.map(([at]) => at / SECOND),
    values: sorted.map(([, value]) => value),
  }
}

/** A page holds so many points of all series together, one series after the other. */
function page(
  results: readonly (JsonRecord & { readonly values: readonly number[] })[],
  { MaxDatapoints: most = MAX_DATA_POINTS, NextToken: token }: JsonRecord,
): JsonRecord {
  const size = typeof most === 'number' && most >= 1 && most <= MAX_DATA_POINTS ? most : MAX_DATA_POINTS
  const from = metricsPageStart(token)
  const to = from + size
  let position = 0
  const shown = results.flatMap(({ values, times, ...rest }) => {
    const first = position
    position += values.length
    if (values.length > 0 && (position <= from || first >= to)) return []
    if (values.length === 0 && first < from) return []
    const [begin, end] = [Math.max(0, from - first), to - first]
    const StatusCode = position <= to ? 'Complete' : 'PartialData'
    const Timestamps = Array.isArray(times) ? times.slice(begin, end) : []
    return [{ ...rest, Timestamps, Values: values.slice(begin, end), StatusCode }]
  })
  return { MetricDataResults: shown, Messages: [], ...(position > to && { NextToken: pageToken(to) }) }
}

function queriesOf(input: JsonRecord): readonly Query[] {
  const given = listOf(input['MetricDataQueries'])
  if (given.length === 0 || given.length > MAX_QUERIES)
    throw invalid(`MetricDataQueries must have 1 to ${MAX_QUERIES} elements.`)
  const ids = new Set<string>()
  const queries = given.map((query): Query => {
    const id = query['Id']
    if (typeof id !== 'string' || !/^[a-z]\w{0,254}$/.test(id))
      throw invalid(
        `The value ${String(id)} for Id must begin with a lower-case letter and hold letters, digits and underscores only.`,
      )
    if (ids.has(id)) throw invalid(`The values for parameter id in MetricDataQueries are not unique: ${id}.`)
    ids.add(id)
    if ((query['MetricStat'] === undefined) === (query['Expression'] === undefined))
      throw invalid(`The query ${id} must have either MetricStat or Expression.`)
    const label = query['Label']
    return {
      id,
      label: typeof label === 'string' ? label : undefined,
      returnData: query['ReturnData'] !== false,
      input: query,
    }
  })
  if (!queries.some(({ returnData }) => returnData))
    throw invalid('At least one of the MetricDataQueries must have ReturnData true.')
  return queries
}

/** Seconds; of an expression the shortest there is, unless it states one. */
function periodOf({ id, input }: Query): number {
  const stat = input['MetricStat']
  const period = isRecord(stat) ? stat['Period'] : (input['Period'] ?? 1)
  if (typeof period === 'number' && (SHORT_PERIODS.includes(period) || (period > 0 && period % 60 === 0)))
    return period
  throw invalid(
    `Invalid period '${String(period)}' of ${id}: it must be ${SHORT_PERIODS.join(', ')} or a multiple of 60.`,
  )
}

/** @param value seconds since the epoch */
function time(value: unknown, name: string): number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw invalid(`The parameter ${name} is no time.`)
  return value * SECOND
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationError', message)
}
