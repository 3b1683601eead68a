import { isRecord, type JsonRecord } from '../record.js'
import type { MetricDatum } from '../spy-log.js'

const MAX_DIMENSIONS = 30
const MAX_METRICS = 100
const MAX_VALUES = 100

/** What is wrong with a line that means to carry metrics. */
class Malformed extends Error {
  override readonly name: string = 'Malformed'
}

export type EmbeddedMetrics =
  | { readonly kind: 'none' }
  | { readonly kind: 'metrics'; readonly data: readonly MetricDatum[] }
  | { readonly kind: 'malformed'; readonly reason: string }

/**
 * The metrics that a log line carries: each value once for each of its dimension sets.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(line: string): EmbeddedMetrics {
  if (!line.startsWith('{') || !line.includes('"_aws"')) return { kind: 'none' }
  try {
    const root: unknown = JSON.parse(line)
    const metadata = isRecord(root) ? root['_aws'] : undefined
    if (!isRecord(root) || !isRecord(metadata) || !('CloudWatchMetrics' in metadata)) return { kind: 'none' }
    return { kind: 'metrics', data: read(root, metadata) }
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', reason: error.message }
    return { kind: 'malformed', reason: 'it is no JSON' }
  }
}

function read(
  root: JsonRecord,
  { Timestamp: timestamp, CloudWatchMetrics: directives }: JsonRecord,
): readonly MetricDatum[] {
  if (typeof timestamp !== 'number' || !Number.isInteger(timestamp))
    throw new Malformed('`_aws.Timestamp` is no whole number of milliseconds')
  const at = new Date(timestamp)
  return records(directives, '_aws.CloudWatchMetrics').flatMap((directive) => {
    const namespace = text(directive['Namespace'], 'Namespace')
    const sets = dimensionSets(root, directive['Dimensions'] ?? [[]])
    const definitions = records(directive['Metrics'] ?? [], 'Metrics')
    if (definitions.length > MAX_METRICS)
      throw new Malformed(`\`Metrics\` has more than ${MAX_METRICS} elements`)
    return definitions.flatMap((definition) => {
      const name = text(definition['Name'], 'Metrics[].Name')
      const unit = definition['Unit'] === undefined ? 'None' : text(definition['Unit'], 'Metrics[].Unit')
      return values(root[name], name).flatMap((value) =>
        sets.map((dimensions) => ({ namespace, name, dimensions, value, unit, at })),
      )
    })
  })
}

function dimensionSets(root: JsonRecord, sets: unknown): readonly Readonly<Record<string, string>>[] {
  if (!Array.isArray(sets)) throw new Malformed('`Dimensions` is no list')
  return sets.map((set: unknown) => {
    if (!Array.isArray(set)) throw new Malformed('`Dimensions` has an element that is no list')
    if (set.length > MAX_DIMENSIONS)
      throw new Malformed(`a dimension set has more than ${MAX_DIMENSIONS} dimensions`)
    return Object.fromEntries(
      set.map((key: unknown) => {
        const name = text(key, 'Dimensions[][]')
        return [name, text(root[name], name)]
      }),
    )
  })
}

/** CloudWatch takes no metric whose value is missing. */
function values(value: unknown, name: string): readonly number[] {
  if (value === undefined) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > MAX_VALUES) throw new Malformed(`\`${name}\` has more than ${MAX_VALUES} values`)
  return list.map((one) => {
    if (typeof one !== 'number') throw new Malformed(`\`${name}\` has a value that is no number`)
    return one
  })
}

function records(value: unknown, name: string): readonly JsonRecord[] {
  if (!Array.isArray(value)) throw new Malformed(`\`${name}\` is no list`)
  if (!value.every(isRecord)) throw new Malformed(`\`${name}\` has an element that is no object`)
  return value
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Malformed(`\`${name}\` is no text`)
}
