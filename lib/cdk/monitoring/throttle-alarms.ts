import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { OUTBOX_INDEX } from '../outbox-index.js'
import type { AlarmPeriods } from './alarm-periods.js'
import type { AlarmPlan } from './alarm-plan.js'
import type { MonitoredOutbox } from './monitored-outbox.js'
import { throttles } from './throttles.js'

/** Whether table and index take what comes. A throttled index holds up every write to the table. */
export function throttleAlarms(
  { table: { tableName: TableName } }: MonitoredOutbox,
  { count, lasting }: AlarmPeriods,
): Readonly<Record<'tableThrottles' | 'indexThrottles', AlarmPlan>> {
  const common = { threshold: 0, periods: lasting, missing: TreatMissingData.NOT_BREACHING }
  return {
    tableThrottles: {
      meaning: 'DynamoDB has been throttling the table, of which writers and the outbox are slowed down.',
      metric: throttles({ TableName }, count),
      ...common,
    },
    indexThrottles: {
      meaning: "DynamoDB has been throttling the outbox's index, of which writes to the table are refused.",
      metric: throttles({ TableName, GlobalSecondaryIndexName: OUTBOX_INDEX.indexName }, count),
      ...common,
    },
  }
}
