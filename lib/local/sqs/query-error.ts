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
  'ResourceNotFoundException',
])

/** The header `x-amzn-query-error`: the code of SQS's former query protocol, and whose fault it is. */
export function queryError(code: string, emulated = `${code};Sender`): string {
  return WITHOUT_PREFIX.has(code) ? `${code};Sender` : emulated
}
