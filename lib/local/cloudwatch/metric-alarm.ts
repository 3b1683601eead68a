import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { MetricAlarm } from './alarm.js'
import { COMPARISONS } from './comparison.js'
import type { MissingDataTreatment } from './evaluate-window.js'

const TREATMENTS: readonly MissingDataTreatment[] = ['breaching', 'notBreaching', 'ignore', 'missing']
/** Seconds, where an expression does without a metric and names no period. */
const DEFAULT_PERIOD = 60
/** Alarms on its metrics ignore missing data, whatever they say. */
const DYNAMODB_NAMESPACE = 'AWS/DynamoDB'

export interface AlarmIdentity {
  readonly name: string
  readonly arn: string
  readonly createdAt: number
}

/**
 * Reads the properties of an `AWS::CloudWatch::Alarm`.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-alarm.html
 * @throws LocalCloudError naming the property at fault
 */
export function metricAlarm(properties: JsonRecord, identity: AlarmIdentity): MetricAlarm {
  const queries = queriesOf(properties)
  const result = queries.find(({ ReturnData: returned }) => returned !== false)
  if (result === undefined) throw invalid('Metrics', 'a list with one query that returns data', undefined)
  const evaluationPeriods = numberOf(properties['EvaluationPeriods'], 'EvaluationPeriods')
  const comparisonOperator = String(properties['ComparisonOperator'])
  const threshold = properties['Threshold']
  return {
    kind: 'metric',
    ...identity,
    properties,
    queries,
    resultId: String(result['Id']),
    periodSeconds: periodOf(result, queries),
    evaluationPeriods,
    datapointsToAlarm: numberOf(properties['DatapointsToAlarm'] ?? evaluationPeriods, 'DatapointsToAlarm'),
    treatMissingData: treatmentOf(properties),
    comparisonOperator,
    ...(threshold === undefined || COMPARISONS[comparisonOperator] === undefined
      ? {}
      : { threshold: numberOf(threshold, 'Threshold') }),
  }
}

function queriesOf(properties: JsonRecord): readonly JsonRecord[] {
  const { Metrics: metrics } = properties
  if (Array.isArray(metrics)) return metrics.filter(isRecord).map(withNumbers)
  const { MetricName, Namespace, Dimensions = [], Unit } = properties
  const metric = {
    Metric: { Namespace, MetricName, Dimensions },
    Period: numberOf(properties['Period'], 'Period'),
    Stat: properties['Statistic'] ?? properties['ExtendedStatistic'],
    ...(Unit === undefined ? {} : { Unit }),
  }
  return [{ Id: 'metric', MetricStat: metric, ReturnData: true }]
}

/** CloudFormation takes text for a number and for a boolean, GetMetricData does not. */
function withNumbers(query: JsonRecord): JsonRecord {
  const { MetricStat: stat, Period: period, ReturnData: returned } = query
  return {
    ...query,
    ...(isRecord(stat) ? { MetricStat: { ...stat, Period: numberOf(stat['Period'], 'Period') } } : {}),
    ...(period === undefined ? {} : { Period: numberOf(period, 'Period') }),
    ...(returned === undefined ? {} : { ReturnData: String(returned) === 'true' }),
  }
}

/** An expression has the longest period of its metrics. */
function periodOf(result: JsonRecord, queries: readonly JsonRecord[]): number {
  const own = isRecord(result['MetricStat']) ? result['MetricStat']['Period'] : result['Period']
  if (typeof own === 'number') return own
  const periods = queries.flatMap(({ MetricStat: stat }) => (isRecord(stat) ? Number(stat['Period']) : []))
  return periods.length === 0 ? DEFAULT_PERIOD : Math.max(...periods)
}

function treatmentOf({
  TreatMissingData: treatment = 'missing',
  Namespace,
}: JsonRecord): MissingDataTreatment {
  if (Namespace === DYNAMODB_NAMESPACE) return 'ignore'
  const known = TREATMENTS.find((each) => each === treatment)
  if (known === undefined) throw invalid('TreatMissingData', TREATMENTS.join(', '), treatment)
  return known
}

function numberOf(value: unknown, name: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw invalid(name, 'a number', value)
}

function invalid(name: string, rule: string, value: unknown): LocalCloudError {
  return new LocalCloudError(
    `Expected \`${name}\` to be ${rule}, got \`${JSON.stringify(value)}\` (${typeof value})`,
  )
}
