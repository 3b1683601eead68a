import { isRecord, type JsonRecord } from '../../record.js'
import type { CloudWatchContext } from '../cloudwatch-context.js'

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html */
export function getMetricData({ metrics }: CloudWatchContext, input: JsonRecord): JsonRecord {
  const { MetricDataResults: results, ...output } = metrics.getMetricData(input)
  return { ...output, MetricDataResults: Array.isArray(results) ? results.map(withTimes) : [] }
}

function withTimes(result: unknown): unknown {
  if (!isRecord(result) || !Array.isArray(result['Timestamps'])) return result
  return { ...result, Timestamps: result['Timestamps'].map((seconds) => new Date(Number(seconds) * 1000)) }
}
