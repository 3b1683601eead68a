import type { IncomingHttpHeaders } from 'node:http'

/** A signed HTTP request as the gateway read it, body and all. */
export interface GatewayRequest {
  readonly method: string
  /** With the query string, as it came. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Aborted when the client hangs up before the answer. */
  readonly signal: AbortSignal
}

/** An answer in wire form. */
export interface GatewayResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An answer of a JSON protocol. An interceptor uses it to answer in the place of a service. */
export function jsonResponse(
  value: unknown,
  statusCode = 200,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/x-amz-json-1.0' },
): GatewayResponse {
  return { statusCode, headers, body: Buffer.from(JSON.stringify(value)) }
}
