type Statement = Readonly<Record<string, unknown>>
type Condition = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * For IAM a list of one value is a value: `StringEquals` without a set operator matches it, as EventBridge's examples
 * with `events:source` show. The simulator matches no list without a set operator. So the statements are rewritten for
 * requests in which the keys have one value each: the set operators that then mean the same.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-conditions.html
 */
export function withSingleValues(
  statements: readonly Statement[],
  keys: readonly string[],
): readonly Statement[] {
  if (keys.length === 0) return statements
  return statements.map((statement) => {
    const { Condition: condition } = statement as { readonly Condition?: Condition }
    return condition === undefined ? statement : { ...statement, Condition: rewritten(condition, keys) }
  })
}

function rewritten(condition: Condition, keys: readonly string[]): Condition {
  const operators: Record<string, Record<string, unknown>> = {}
  for (const [operator, keyed] of Object.entries(condition)) {
    for (const [key, values] of Object.entries(keyed)) {
      const isPlain = operator !== 'Null' && !operator.includes(':')
      const name = isPlain && keys.includes(key.toLowerCase()) ? setOperator(operator) : operator
      const already = operators[name] ?? {}
      if (key in already) throw new Error(`Two conditions ${name} on ${key} in one statement`)
      operators[name] = { ...already, [key]: values }
    }
  }
  return operators
}

function setOperator(operator: string): string {
  return `${operator.includes('Not') ? 'ForAllValues' : 'ForAnyValue'}:${operator}`
}
