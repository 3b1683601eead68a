import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall, type marshallOptions } from '@aws-sdk/util-dynamodb'

type Attributes = Readonly<Record<string, unknown>>

/**
 * The caller's attributes as the DocumentClient will send them.
 *
 * @throws TypeError naming the action and the attribute that cannot be sent (undefined, a class instance, …): deep in
 * the client the same error names neither
 */
export function toAttributeValues(
  attributes: Attributes,
  action: number,
  options: marshallOptions | undefined,
): Record<string, AttributeValue> {
  const asTheClient = { ...options, convertTopLevelContainer: false }
  try {
    // The overload that fits best says "a map or its wrapper"; without the container it is the map.
    return marshall(attributes as Record<string, unknown>, asTheClient) as Record<string, AttributeValue>
  } catch (cause) {
    const name = Object.keys(attributes).find((candidate) => fails(attributes[candidate], asTheClient))
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new TypeError(
      `Expected \`${name}\` of action ${action} to be a value that DynamoDB takes: ${reason}`,
      { cause },
    )
  }
}

function fails(value: unknown, options: marshallOptions): boolean {
  try {
    marshall({ value }, options)
    return false
  } catch {
    return true
  }
}
