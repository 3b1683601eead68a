import { AwsError } from '../aws-error.js'
import { errorCodeOf } from '../gateway/error-response.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'

export type EngineOperation =
  | 'CreateTable'
  | 'DeleteItem'
  | 'DeleteTable'
  | 'DescribeTable'
  | 'PutItem'
  | 'Scan'
  | 'UpdateTable'

export type EngineStreamOperation = 'DescribeStream' | 'GetRecords' | 'GetShardIterator'

const STREAM_OPERATIONS: ReadonlySet<string> = new Set<EngineStreamOperation>([
  'DescribeStream',
  'GetRecords',
  'GetShardIterator',
])

/**
 * Calls the engine for the local cloud itself.
 * @throws AwsError with the engine's code and message
 */
export async function callEngine(
  engine: Pick<DynamoDbEngine, 'forward'>,
  operation: EngineOperation | EngineStreamOperation,
  input: JsonRecord,
): Promise<JsonRecord> {
  const api = STREAM_OPERATIONS.has(operation) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810'
  const headers = { 'x-amz-target': `${api}.${operation}`, 'content-type': 'application/x-amz-json-1.0' }
  const response = await engine.forward(headers, Buffer.from(JSON.stringify(input)))
  const output: unknown = JSON.parse(response.body.toString('utf8'))
  const body = isRecord(output) ? output : {}
  const code = errorCodeOf(response)
  if (code !== undefined)
    throw new AwsError(code, String(body['message'] ?? body['Message']), response.statusCode)
  return body
}
