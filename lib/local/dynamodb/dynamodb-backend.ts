import type { Backend } from '../gateway/backend.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import { unknownOperation } from '../gateway/service-backend.js'
import type { ArnTranslation } from './arn-translation.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'

/** Operations whose requests and answers carry ARNs and no data of the user. */
const WITH_ARNS: ReadonlySet<string> = new Set([
  'CreateTable',
  'DeleteTable',
  'DescribeStream',
  'DescribeTable',
  'GetShardIterator',
  'ListStreams',
  'ListTagsOfResource',
  'TagResource',
  'UntagResource',
  'UpdateTable',
])

/** Answers the API of DynamoDB and of its streams from an engine. */
export function dynamoDbBackend(engine: () => Promise<DynamoDbEngine>, arns: ArnTranslation): Backend {
  return {
    service: 'dynamodb',
    handle: async ({ operation }, request) => {
      const { forward } = await engine()
      const withArns = WITH_ARNS.has(operation)
      const body = withArns ? Buffer.from(arns.toEngine(request.body.toString('utf8'))) : request.body
      const response = await forward(request.headers, body)
      // An engine answers an operation that it does not know in a form that no SDK can read.
      if (response.statusCode === 404) throw unknownOperation('dynamodb', operation)
      // A shard iterator is opaque to clients and comes back as it is, with an ARN of the engine's in it.
      if (operation === 'GetShardIterator') return response
      if (withArns) return replaceBody(response, (text) => arns.toClient(text))
      if (operation === 'GetRecords') return replaceBody(response, (text) => arns.recordsToClient(text))
      return response
    },
  }
}

function replaceBody(response: GatewayResponse, replace: (text: string) => string): GatewayResponse {
  // The engine's checksum is that of its own bytes.
  const { 'x-amz-crc32': _checksum, ...headers } = response.headers
  return { ...response, headers, body: Buffer.from(replace(response.body.toString('utf8'))) }
}
