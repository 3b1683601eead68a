import { pageOf } from '../paging/page-of.js'
import type { JsonRecord } from '../record.js'
import { listOf } from './answer-body.js'
import { type MetricPoint, metricKey } from './metric-series.js'
import { metricsPageStart } from './metrics-page-start.js'

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
const PAGE_SIZE = 500

/** @throws AwsError InvalidParameterValue when the token is none of ours */
export function listMetrics(input: JsonRecord, points: readonly MetricPoint[]): JsonRecord {
  const { Namespace: namespace, MetricName: name } = input
  const wanted = listOf(input['Dimensions'])
  const known = new Map<string, JsonRecord>()
  for (const point of points) {
    if (namespace !== undefined && namespace !== point.namespace) continue
    if (name !== undefined && name !== point.name) continue
    // A dimension without a value: any.
    const hasAll = wanted.every(({ Name, Value }) => {
      const value = point.dimensions[String(Name)]
      return value !== undefined && (Value === undefined || Value === value)
    })
    if (!hasAll) continue
    const Dimensions = Object.entries(point.dimensions).map(([Name, Value]) => ({ Name, Value }))
    known.set(metricKey(point), { Namespace: point.namespace, MetricName: point.name, Dimensions })
  }
  const all = [...known.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, metric]) => metric)
  const { items, next } = pageOf(all, metricsPageStart(input['NextToken']), PAGE_SIZE)
  return { Metrics: items, ...(next !== undefined && { NextToken: next }) }
}
