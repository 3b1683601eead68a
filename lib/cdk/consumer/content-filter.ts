/**
 * What EventBridge compares a part of an event with: names with a list of what may stand there each, or with more
 * names. `{ total: { currency: ['EUR'], cents: [{ numeric: ['>=', 10_000] }] } }`
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export interface ContentFilter {
  readonly [name: string]: readonly unknown[] | ContentFilter
}
