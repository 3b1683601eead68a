import type { JsonRecord } from '../record.js'
import type { Alarm, MetricAlarm } from './alarm.js'
import type { AlarmStatus } from './alarm-state.js'

/** Members that an alarm's answer takes over from the template as they are. */
const COMMON = ['AlarmDescription', 'OKActions', 'AlarmActions', 'InsufficientDataActions'] as const
const COMPOSITE = ['AlarmRule', 'ActionsSuppressor'] as const
const METRIC = [
  'MetricName',
  'Namespace',
  'Statistic',
  'ExtendedStatistic',
  'Dimensions',
  'Unit',
  'ComparisonOperator',
  'TreatMissingData',
  'EvaluateLowSampleCountPercentile',
  'ThresholdMetricId',
] as const

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricAlarm.html */
export function describeAlarm(alarm: Alarm, { state, reason, since }: AlarmStatus): JsonRecord {
  const { properties, name, arn, createdAt } = alarm
  return {
    AlarmName: name,
    AlarmArn: arn,
    AlarmConfigurationUpdatedTimestamp: new Date(createdAt),
    ActionsEnabled: String(properties['ActionsEnabled'] ?? true) === 'true',
    OKActions: [],
    AlarmActions: [],
    InsufficientDataActions: [],
    ...taken(properties, COMMON),
    ...(alarm.kind === 'metric' ? metricMembers(alarm) : taken(properties, COMPOSITE)),
    StateValue: state,
    StateReason: reason,
    StateUpdatedTimestamp: new Date(since),
    StateTransitionedTimestamp: new Date(since),
  }
}

function metricMembers(alarm: MetricAlarm): JsonRecord {
  const { properties, threshold } = alarm
  const isMath = properties['Metrics'] !== undefined
  return {
    ...taken(properties, METRIC),
    ...(isMath ? { Metrics: alarm.queries } : { Period: alarm.periodSeconds }),
    EvaluationPeriods: alarm.evaluationPeriods,
    DatapointsToAlarm: alarm.datapointsToAlarm,
    ...(threshold === undefined ? {} : { Threshold: threshold }),
  }
}

function taken(properties: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(
    names.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
  )
}
