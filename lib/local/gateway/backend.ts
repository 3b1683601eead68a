import type { ApiCall } from '../service.js'
import type { GatewayRequest, GatewayResponse } from './gateway-message.js'

/** What answers the calls of one service behind the gateway: a service of our own, or an engine. */
export interface Backend {
  /** The service's name in IAM: `dynamodb`. */
  readonly service: string
  /** @throws AwsError, which the gateway answers in the wire form of the call's protocol */
  readonly handle: (call: ApiCall, request: GatewayRequest) => Promise<GatewayResponse>
}
