import { randomUUID } from 'node:crypto'
import { AwsError } from '../aws-error.js'
import type { GatewayResponse } from './gateway-message.js'
import type { Protocol } from './protocol.js'
import { queryErrorResponse } from './query-response.js'

/** Services that moved from the query protocol to JSON. */
const QUERY_COMPATIBLE: ReadonlySet<string> = new Set(['sqs', 'cloudwatch', 'monitoring'])

/**
 * An error as the SDK of the service expects it on the wire.
 * https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html#operation-error-serialization
 */
export function errorResponse(error: AwsError, protocol: Protocol, service: string): GatewayResponse {
  const { code, message, statusCode } = error
  if (protocol === 'query') return queryErrorResponse(error, service)
  if (protocol === 'rest-xml') {
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`
    return { statusCode, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) }
  }
  if (protocol === 'rest-json') {
    return {
      statusCode,
      headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
      // Lambda's models name the member `Message` or `message`: the SDK reads the one that it knows.
      body: Buffer.from(JSON.stringify({ Type: faultOf(statusCode), Message: message, message })),
    }
  }
  return {
    statusCode,
    headers: {
      'content-type': `application/x-amz-${protocol}`,
      'x-amzn-errortype': code,
      // They kept the error codes of their former query protocol beside the new ones.
      ...(QUERY_COMPATIBLE.has(service) ? { 'x-amzn-query-error': `${code};${faultOf(statusCode)}` } : {}),
    },
    body: Buffer.from(JSON.stringify({ __type: code, message })),
  }
}

/** An error that is not AWS's is the local cloud's own fault: AWS says so with a 500. */
export function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error
  return new AwsError('InternalFailure', error instanceof Error ? error.message : String(error), 500)
}

/** The code of an error in wire form; undefined for a success. */
export function errorCodeOf({ statusCode, headers, body }: GatewayResponse): string | undefined {
  if (statusCode < 400) return undefined
  const text = body.toString('utf8')
  const code =
    headers['x-amzn-errortype'] ??
    /"__type"\s*:\s*"([^"]+)"/.exec(text)?.[1] ??
    /<Code>([^<]+)</.exec(text)?.[1]
  return code?.replace(/^.*#/, '').replace(/:.*$/, '') ?? `HTTP ${statusCode}`
}

function faultOf(statusCode: number): 'Sender' | 'Receiver' {
  return statusCode < 500 ? 'Sender' : 'Receiver'
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
