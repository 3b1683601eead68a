import type { JsonRecord } from '../record.js'
import type { Action, Service } from '../service.js'
import { describeAlarms } from './actions/describe-alarms.js'
import { getMetricData } from './actions/get-metric-data.js'
import { listMetrics } from './actions/list-metrics.js'
import { putMetricData } from './actions/put-metric-data.js'
import type { CloudWatchContext } from './cloudwatch-context.js'
import { jsonInput } from './wire-values.js'

const ACTIONS: Readonly<Record<string, (context: CloudWatchContext, input: JsonRecord) => JsonRecord>> = {
  DescribeAlarms: describeAlarms,
  GetMetricData: getMetricData,
  ListMetrics: listMetrics,
  PutMetricData: putMetricData,
}

export const CLOUDWATCH_OPERATIONS: readonly string[] = Object.keys(ACTIONS)

/** Metrics as they were recorded, and the alarms of the templates. */
export function cloudWatchService(context: CloudWatchContext): Service {
  const actions = Object.entries(ACTIONS).map(([name, action]): [string, Action] => [
    name,
    async ({ input }) => action(context, jsonInput(input)),
  ])
  return { name: 'cloudwatch', actions: Object.fromEntries(actions) }
}
