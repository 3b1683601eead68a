import type { IncomingMessage, ServerResponse } from 'node:http'
import { AwsError } from '../aws-error.js'
import type { GatewayRequest } from './gateway-message.js'

/** The largest request of a service behind the gateway is a DynamoDB batch write of 16 MB, and its JSON is larger. */
export const MAX_BODY_BYTES: number = 64 * 1024 * 1024

/** @throws AwsError RequestEntityTooLargeException */
export async function readRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<GatewayRequest> {
  const aborted = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) aborted.abort()
  })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) {
      throw new AwsError(
        'RequestEntityTooLargeException',
        `The request is larger than ${MAX_BODY_BYTES} bytes.`,
        413,
      )
    }
    chunks.push(chunk)
  }
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://gateway'),
    headers: incoming.headers,
    body: Buffer.concat(chunks),
    signal: aborted.signal,
  }
}
