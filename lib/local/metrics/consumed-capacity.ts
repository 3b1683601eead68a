import { type CallCapacity, CONSUMED_CAPACITY_HEADER } from '../dynamodb/capacity-question.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'

/** The answer without the private header of the DynamoDB backend, and what that header said. */
export function takeConsumedCapacity(response: GatewayResponse): {
  readonly response: GatewayResponse
  readonly capacity: CallCapacity | undefined
} {
  const { [CONSUMED_CAPACITY_HEADER]: told, ...headers } = response.headers
  if (told === undefined) return { response, capacity: undefined }
  return { response: { ...response, headers }, capacity: JSON.parse(told) }
}
