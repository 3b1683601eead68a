import { gunzipSync } from 'node:zlib'
import { AwsError } from '../aws-error.js'
import { isRecord } from '../record.js'
import type { GatewayRequest } from './gateway-message.js'
import type { IdentifiedCall, Protocol } from './protocol.js'
import { MAX_BODY_BYTES } from './read-request.js'

/** `X-Amz-Target` is `<prefix>.<operation>`. */
const TARGETS: ReadonlyMap<string, { readonly service: string; readonly protocol: Protocol }> = new Map([
  ['DynamoDB_20120810', { service: 'dynamodb', protocol: 'json-1.0' }],
  ['DynamoDBStreams_20120810', { service: 'dynamodb', protocol: 'json-1.0' }],
  ['AWSEvents', { service: 'events', protocol: 'json-1.1' }],
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/Welcome.html
  ['GraniteServiceVersion20100801', { service: 'cloudwatch', protocol: 'json-1.0' }],
  ['AmazonSQS', { service: 'sqs', protocol: 'json-1.0' }],
])

/** @throws AwsError UnknownOperationException, SerializationException */
export function identifyTarget(target: string, request: GatewayRequest): IdentifiedCall {
  const dot = target.lastIndexOf('.')
  const known = TARGETS.get(target.slice(0, dot))
  if (known === undefined) {
    throw new AwsError(
      'UnknownOperationException',
      `The local cloud does not emulate the API of '${target}'.`,
    )
  }
  return { ...known, operation: target.slice(dot + 1), input: parseJsonBody(uncompressed(request)) }
}

/** The SDK compresses large requests of operations that allow it, such as PutMetricData. */
function uncompressed({ headers, body }: GatewayRequest): Buffer {
  if (headers['content-encoding'] !== 'gzip') return body
  try {
    return gunzipSync(body, { maxOutputLength: MAX_BODY_BYTES })
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid gzip.')
  }
}

/** @throws AwsError SerializationException */
export function parseJsonBody(body: Buffer): Readonly<Record<string, unknown>> {
  if (body.length === 0) return {}
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid JSON.')
  }
  if (!isRecord(value)) throw new AwsError('SerializationException', 'The request body is not a JSON object.')
  return value
}
