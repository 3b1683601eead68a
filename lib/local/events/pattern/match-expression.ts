import { isRecord } from '../../record.js'
import { anythingBut } from './anything-but.js'
import { cidr } from './cidr.js'
import { equalsIgnoreCase } from './equals-ignore-case.js'
import { exact } from './exact.js'
import { exists } from './exists.js'
import { invalidPattern } from './invalid-pattern.js'
import type { Matcher } from './matcher.js'
import { numeric } from './numeric.js'
import { prefix } from './prefix.js'
import { suffix } from './suffix.js'
import { wildcard } from './wildcard.js'

export interface PatternOptions {
  /**
   * Whether numeric operators are allowed. Filters of a DynamoDB stream may not use them: numbers are strings
   * there (`{ "N": "1" }`). https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
   * @default true
   */
  readonly numeric?: boolean
}

const OPERATORS: ReadonlyMap<string, (argument: unknown) => Matcher> = new Map([
  ['anything-but', anythingBut],
  ['cidr', cidr],
  ['equals-ignore-case', equalsIgnoreCase],
  ['exists', exists],
  ['numeric', numeric],
  ['prefix', prefix],
  ['suffix', suffix],
  ['wildcard', wildcard],
])

/** True for a name that cannot be a field inside `$or`. */
export function isOperator(name: string): boolean {
  return OPERATORS.has(name)
}

/** Compiles one element of a pattern's list: a value, or an object with one operator. */
export function matchExpression(expression: unknown, options: PatternOptions): Matcher {
  if (isLeaf(expression)) return exact(expression)
  if (!isRecord(expression)) {
    throw invalidPattern('Match value must be String, number, true, false, or null')
  }
  const [name, ...more] = Object.keys(expression)
  if (name === undefined) throw invalidPattern('Match expression name not found')
  const operator = OPERATORS.get(name)
  if (operator === undefined) throw invalidPattern(`Unrecognized match type ${name}`)
  if (name === 'numeric' && options.numeric === false) {
    throw invalidPattern('numeric is not supported for this source: its numbers are strings')
  }
  if (more.length > 0) throw invalidPattern('Only one key allowed in match expression')
  return operator(expression[name])
}

function isLeaf(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
