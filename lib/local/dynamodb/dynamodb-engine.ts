import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayResponse } from '../gateway/gateway-message.js'

/** A DynamoDB-compatible server with streams. */
export interface DynamoDbEngine {
  /** Sends a request on, byte for byte; `headers` are those of the caller. */
  readonly forward: (headers: IncomingHttpHeaders, body: Buffer) => Promise<GatewayResponse>
  /** Others may use it, too, and it stays when the local cloud ends: tables must be deleted. */
  readonly shared: boolean
  readonly stop: () => Promise<void>
}
