export type Condition = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Partition keys of all items of a request; absent where there are none (a Scan). */
export const LEADING_KEYS = 'dynamodb:LeadingKeys'

/**
 * For an Allow: all keys of the request are like one of these, and there are some. `ForAnyValue` would let one such key
 * open the way to all others; and since "all of none" is true, the key must also be present.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html
 */
export function onlyKeys(patterns: readonly string[]): Condition {
  return {
    'ForAllValues:StringLike': { [LEADING_KEYS]: patterns },
    Null: { [LEADING_KEYS]: 'false' },
  }
}
