import type { JsonRecord } from '../record.js'
import type { MetricDatum } from '../spy-log.js'
import { getMetricData } from './get-metric-data.js'
import { listMetrics } from './list-metrics.js'
import { type MetricIdentity, type MetricPoint, metricKey, minuteOf } from './metric-series.js'

/** Points of all metrics together; the oldest go first. */
const MAX_POINTS = 100_000

interface StoredSeries {
  readonly key: string
  readonly points: MetricPoint[]
  /** The point that equal values of a minute add to. */
  readonly merging: Map<string, MetricPoint>
}

/** Which points to give; everything that is left out is any. Dimensions must be exactly these. */
export interface MetricFilter {
  readonly namespace?: string
  readonly name?: string
  readonly dimensions?: Readonly<Record<string, string>>
}

/** Milliseconds since the epoch; `to` exclusive. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** Metrics that are not recorded as they happen but asked for, such as the depth of a queue. */
export interface MetricSource {
  /** Brings them up to date. */
  readonly refresh: () => Promise<void>
  readonly points: (range: TimeRange, filter: MetricFilter) => readonly MetricPoint[]
}

const ALL_TIME: TimeRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** What CloudWatch would know. The newest 100,000 points are kept. */
export class MetricStore {
  readonly #maxPoints: number
  readonly #series = new Map<string, StoredSeries>()
  /** The series of each point, in the order in which the points came; those before the head are gone. */
  #order: StoredSeries[] = []
  #head = 0
  readonly #sources = new Set<MetricSource>()

  constructor(maxPoints: number = MAX_POINTS) {
    this.#maxPoints = maxPoints
  }

  addSource(source: MetricSource): void {
    this.#sources.add(source)
  }

  record = (datum: MetricDatum): void => {
    const point = { unit: 'None', ...datum, count: 1 }
    const series = this.#seriesOf(point)
    const merging = mergingKey(point)
    const same = series.merging.get(merging)
    if (same !== undefined) {
      Object.assign(same, { count: same.count + 1 })
      return
    }
    series.merging.set(merging, point)
    series.points.push(point)
    this.#order.push(series)
    if (this.#order.length - this.#head > this.#maxPoints) this.#dropOldest()
  }

  /** Brings the sources up to date; what is recorded always is. */
  async refresh(): Promise<void> {
    await Promise.all([...this.#sources].map((source) => source.refresh()))
  }

  /** Recorded points, and those of the sources, within the range. */
  points(filter: MetricFilter = {}, range: TimeRange = ALL_TIME): readonly MetricPoint[] {
    const recorded = [...this.#series.values()]
      .map((series) => series.points)
      .filter(([first]) => first !== undefined && matches(first, filter))
    const sources = [...this.#sources].flatMap((source) => source.points(range, filter))
    return [...recorded.flat(), ...sources.filter((point) => matches(point, filter))].filter(
      ({ at }) => at.getTime() >= range.from && at.getTime() < range.to,
    )
  }

  /**
   * CloudWatch's GetMetricData, in the form of its JSON protocol: times are seconds since the epoch.
   * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
   * @throws AwsError ValidationError, naming what is not understood
   */
  getMetricData(input: JsonRecord): JsonRecord {
    return getMetricData(input, this)
  }

  /** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html @throws AwsError */
  listMetrics(input: JsonRecord): JsonRecord {
    return listMetrics(input, this.points())
  }

  #seriesOf(point: MetricPoint): StoredSeries {
    const key = metricKey(point)
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const series: StoredSeries = { key, points: [], merging: new Map() }
    this.#series.set(key, series)
    return series
  }

  #dropOldest(): void {
    const series = this.#order[this.#head]
    this.#head += 1
    if (this.#head > this.#maxPoints) {
      this.#order = this.#order.slice(this.#head)
      this.#head = 0
    }
    const point = series?.points.shift()
    if (series === undefined || point === undefined) return
    series.merging.delete(mergingKey(point))
    if (series.points.length === 0) this.#series.delete(series.key)
  }
}

function mergingKey({ at, value, unit }: MetricPoint): string {
  return `${minuteOf(at)} ${value} ${unit}`
}

function matches(point: MetricPoint, { namespace, name, dimensions }: MetricFilter): boolean {
  return (
    (namespace === undefined || point.namespace === namespace) &&
    (name === undefined || point.name === name) &&
    (dimensions === undefined || metricKey(point) === metricKey({ ...identity(point), dimensions }))
  )
}

function identity({ namespace, name, dimensions }: MetricIdentity): MetricIdentity {
  return { namespace, name, dimensions }
}
