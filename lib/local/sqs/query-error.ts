import type { GatewayResponse } from '../gateway/gateway-message.js'

/**
 * Errors whose codes never had the prefix `AWS.SimpleQueueService.`. SDKs show the code of this header as the name of an
 * error that the API's model does not have, and the emulator prefixes all.
 */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set([
  'InvalidAttributeName',
  'InvalidAttributeValue',
  'InvalidMessageContents',
  'InvalidParameterValue',
  'MissingParameter',
])

export function withQueryErrorCode(response: GatewayResponse, code: string): GatewayResponse {
  if (!WITHOUT_PREFIX.has(code)) return response
  return { ...response, headers: { ...response.headers, 'x-amzn-query-error': `${code};Sender` } }
}
