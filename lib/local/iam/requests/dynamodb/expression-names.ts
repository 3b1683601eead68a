import { isRecord, type JsonRecord } from '../../../record.js'

/** Words of the expression language; none of them can be an attribute's name without a placeholder. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'ADD',
  'AND',
  'BETWEEN',
  'DELETE',
  'IN',
  'NOT',
  'OR',
  'REMOVE',
  'SET',
])

/** A name or placeholder at the beginning of a document path, a value, or a member of a path, which is skipped. */
const TOKEN = /[.:]\s*[A-Za-z_]\w*|\.\s*#\w+|#\w+|[A-Za-z_]\w*/g

/**
 * The attributes that an expression names, at the top level of the item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.html
 */
export function expressionNames(expression: unknown, placeholders: unknown): readonly string[] {
  if (typeof expression !== 'string') return []
  const names = new Set<string>()
  for (const match of expression.matchAll(TOKEN)) {
    const [token] = match
    if (token.startsWith('.') || token.startsWith(':')) continue
    const rest = expression.slice(match.index + token.length)
    const isFunction = /^\s*\(/.test(rest)
    if (isFunction || (KEYWORDS.has(token.toUpperCase()) && !token.startsWith('#'))) continue
    names.add(resolved(token, placeholders))
  }
  return [...names]
}

/** The value that a key condition demands of the partition key, undefined when it demands none. */
export function keyConditionValue(input: JsonRecord, partitionKey: string): unknown {
  const legacy = input['KeyConditions']
  if (isRecord(legacy)) {
    const condition = legacy[partitionKey]
    const values = isRecord(condition) ? condition['AttributeValueList'] : undefined
    return Array.isArray(values) ? values[0] : undefined
  }
  const expression = input['KeyConditionExpression']
  if (typeof expression !== 'string') return undefined
  const values = input['ExpressionAttributeValues']
  for (const [, left, leftValue, rightValue, right] of expression.matchAll(EQUALITY)) {
    const name = left ?? right ?? ''
    const value = leftValue ?? rightValue ?? ''
    if (resolved(name, input['ExpressionAttributeNames']) === partitionKey)
      return isRecord(values) ? values[value] : undefined
  }
  return undefined
}

/** `name = :value`, or the other way round. */
const EQUALITY = /([#\w]+)\s*=\s*(:\w+)|(:\w+)\s*=\s*([#\w]+)/g

function resolved(token: string, placeholders: unknown): string {
  if (!token.startsWith('#') || !isRecord(placeholders)) return token
  return String(placeholders[token] ?? token)
}
