import type { JsonRecord } from '../../record.js'
import type { CloudWatchContext } from '../cloudwatch-context.js'

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListMetrics.html */
export function listMetrics({ metrics }: CloudWatchContext, input: JsonRecord): JsonRecord {
  return metrics.listMetrics(input)
}
