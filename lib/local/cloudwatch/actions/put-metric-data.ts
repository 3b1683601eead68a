import { AwsError } from '../../aws-error.js'
import { isRecord, type JsonRecord } from '../../record.js'
import type { MetricDatum } from '../../spy-log.js'
import type { CloudWatchContext } from '../cloudwatch-context.js'

const MAXIMUM_DATA = 1_000
/** Values of a data point, and how often one of them may count here. */
const MAXIMUM_VALUES = 150
const MAXIMUM_COUNT = 10_000

/**
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html
 * @throws AwsError InvalidParameterValue
 */
export function putMetricData({ metrics, clock }: CloudWatchContext, input: JsonRecord): JsonRecord {
  const { Namespace: namespace, MetricData: list = [] } = input
  if (typeof namespace !== 'string' || namespace === '') throw invalid('Namespace', 'text', namespace)
  if (!Array.isArray(list) || list.length > MAXIMUM_DATA)
    throw invalid('MetricData', `a list of at most ${MAXIMUM_DATA} data points`, list)
  const now = clock.now()
  // Read first: a request that is refused records nothing.
  const data = list.filter(isRecord).flatMap((datum) => read(datum, namespace, now))
  for (const datum of data) metrics.record(datum)
  return {}
}

function read(datum: JsonRecord, namespace: string, now: number): readonly MetricDatum[] {
  const { MetricName: name, Dimensions: dimensions = [], Timestamp: seconds, Unit: unit } = datum
  if (typeof name !== 'string' || name === '') throw invalid('MetricName', 'text', name)
  if (datum['StatisticValues'] !== undefined)
    throw new AwsError('InvalidParameterValue', 'The local cloud takes values, not `StatisticValues`.')
  const one = {
    namespace,
    name,
    dimensions: Object.fromEntries(
      (Array.isArray(dimensions) ? dimensions : [])
        .filter(isRecord)
        .map(({ Name, Value }) => [String(Name), String(Value)]),
    ),
    at: new Date(typeof seconds === 'number' ? seconds * 1000 : now),
    ...(typeof unit === 'string' ? { unit } : {}),
  }
  return valuesOf(datum).map((value) => ({ ...one, value }))
}

function valuesOf({ Value: value, Values: values, Counts: counts = [] }: JsonRecord): readonly number[] {
  if (value !== undefined) return [number(value, 'Value')]
  if (!Array.isArray(values) || values.length > MAXIMUM_VALUES)
    throw invalid('Values', `a list of at most ${MAXIMUM_VALUES} numbers`, values)
  return values.flatMap((each, index) => {
    const count = number(Array.isArray(counts) ? (counts[index] ?? 1) : counts, 'Counts')
    if (count > MAXIMUM_COUNT) throw invalid('Counts', `at most ${MAXIMUM_COUNT} each`, count)
    return Array.from({ length: Math.round(count) }, () => number(each, 'Values'))
  })
}

function number(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(name, 'a number', value)
}

function invalid(name: string, rule: string, value: unknown): AwsError {
  return new AwsError(
    'InvalidParameterValue',
    `Expected \`${name}\` to be ${rule}, got \`${JSON.stringify(value)?.slice(0, 100)}\` (${typeof value})`,
  )
}
