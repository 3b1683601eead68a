import { AwsError } from '../aws-error.js'
import { errorCodeOf } from '../gateway/error-response.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'

export type TableOperation = 'CreateTable' | 'DeleteTable' | 'DescribeTable' | 'UpdateTimeToLive'

/**
 * Calls the engine for the local cloud itself.
 * @throws AwsError with the engine's code and message
 */
export async function callEngine(
  engine: DynamoDbEngine,
  operation: TableOperation,
  input: JsonRecord,
): Promise<JsonRecord> {
  const headers = {
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    'content-type': 'application/x-amz-json-1.0',
  }
  const response = await engine.forward(headers, Buffer.from(JSON.stringify(input)))
  const output: unknown = JSON.parse(response.body.toString('utf8'))
  const body = isRecord(output) ? output : {}
  const code = errorCodeOf(response)
  if (code !== undefined)
    throw new AwsError(code, String(body['message'] ?? body['Message']), response.statusCode)
  return body
}
