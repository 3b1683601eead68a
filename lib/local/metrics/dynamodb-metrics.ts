import { callResources } from '../call-resources.js'
import { errorCodeOf } from '../gateway/error-response.js'
import type { ServedCall } from '../gateway/gateway.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import type { MetricDatum } from '../spy-log.js'
import { answerBody, listOf } from './answer-body.js'

const THROTTLES: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
])

/** Of streams: CloudWatch has them by stream, and nothing here watches them. */
const OF_STREAMS: ReadonlySet<string> = new Set([
  'DescribeStream',
  'GetRecords',
  'GetShardIterator',
  'ListStreams',
])

/** Whose answers tell of conditions that failed without being an error. */
const BATCHES: ReadonlySet<string> = new Set(['BatchExecuteStatement'])

/**
 * DynamoDB's metrics of calls, by table and mostly by operation. Conditions that fail are no user errors.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
 */
export function dynamoDbMetrics(served: ServedCall): readonly MetricDatum[] {
  const { call, at, duration } = served
  const response = answerOf(served)
  if (response === undefined || OF_STREAMS.has(call.operation)) return []
  const metric = (
    name: string,
    dimensions: Readonly<Record<string, string>>,
    value: number,
    unit = 'Count',
  ): MetricDatum => ({ namespace: 'AWS/DynamoDB', name, dimensions, value, unit, at })
  const tables = callResources(call)
  const { operation: Operation } = call
  const ofOperation = (name: string, value: number, unit?: string): readonly MetricDatum[] =>
    tables.map((TableName) => metric(name, { TableName, Operation }, value, unit))
  const conditions = failedConditions(served).map(
    (name) => (TableName: string) => metric(name, { TableName }, 1),
  )
  const consumed = tables.flatMap((TableName) =>
    Object.entries(unitsOf(TableName, served)).map(([name, value]) => metric(name, { TableName }, value)),
  )
  const code = errorCodeOf(response)
  if (code === undefined)
    return [
      ...ofOperation('SuccessfulRequestLatency', duration, 'Milliseconds'),
      ...conditions.flatMap((of) => tables.slice(0, 1).map(of)),
      ...consumed,
    ]
  if (THROTTLES.has(code))
    return [
      ...ofOperation('ThrottledRequests', 1),
      ...tables.map((TableName) => metric(`${kindOf(call)}ThrottleEvents`, throttled(TableName, call), 1)),
    ]
  if (response.statusCode >= 500) return ofOperation('SystemErrors', 1)
  if (conditions.length > 0) return conditions.flatMap((of) => tables.slice(0, 1).map(of))
  return [metric('UserErrors', {}, 1)]
}

/** The service's own answer, or the one that somebody gave in its place. */
function answerOf({ answered, response }: ServedCall): GatewayResponse | undefined {
  return answered ?? response
}

/** Calls that change something, PartiQL's by their first statement. */
const CHANGES = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/

function kindOf({ operation, input }: ServedCall['call']): 'Read' | 'Write' {
  const [first = input] = [...listOf(input['Statements']), ...listOf(input['TransactStatements'])]
  const statement = first['Statement']
  if (typeof statement === 'string') return /^\s*(?:select|exists)\b/i.test(statement) ? 'Read' : 'Write'
  return CHANGES.test(operation) ? 'Write' : 'Read'
}

/** Of a call that reads an index, the index throttles. */
function throttled(TableName: string, { input }: ServedCall['call']): Readonly<Record<string, string>> {
  const { IndexName: index } = input
  return { TableName, ...(typeof index === 'string' && { GlobalSecondaryIndexName: index }) }
}

function unitsOf(table: string, { capacity }: ServedCall): Readonly<Record<string, number>> {
  const { readUnits = 0, writeUnits = 0 } = capacity?.tables[table] ?? {}
  return {
    ...(readUnits > 0 && { ConsumedReadCapacityUnits: readUnits }),
    ...(writeUnits > 0 && { ConsumedWriteCapacityUnits: writeUnits }),
  }
}

const CONDITIONS: Readonly<Record<string, string>> = {
  ConditionalCheckFailed: 'ConditionalCheckFailedRequests',
  ConditionalCheckFailedException: 'ConditionalCheckFailedRequests',
  TransactionConflict: 'TransactionConflict',
  TransactionConflictException: 'TransactionConflict',
}

/** The metrics of failed conditions: of the call, of a transaction's actions, or of a batch's statements. */
function failedConditions(served: ServedCall): readonly string[] {
  const { call } = served
  const response = answerOf(served)
  if (response === undefined) return []
  const code = errorCodeOf(response)
  if (code === undefined && !BATCHES.has(call.operation)) return []
  const body = answerBody(response)
  const codes = [
    code,
    ...listOf(body['CancellationReasons']).map(({ Code }) => Code),
    ...listOf(body['Responses']).map((answer) => errorOf(answer)),
  ]
  return codes.flatMap((code) => CONDITIONS[String(code)] ?? [])
}

function errorOf(answer: Readonly<Record<string, unknown>>): unknown {
  const error = answer['Error']
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'Code') : undefined
}
