import { isRecord, type JsonRecord } from '../../record.js'
import { invalidPattern } from './invalid-pattern.js'
import { isOperator, matchExpression, type PatternOptions } from './match-expression.js'
import type { Matcher } from './matcher.js'
import { checkWildcardComplexity } from './wildcard-complexity.js'

/** What an event must have: for each path, a field that one of the matchers accepts. */
export type Alternative = ReadonlyMap<string, readonly Matcher[]>

/** EventBridge refuses a pattern with more than 1,000 combinations of `$or`. */
const MAX_ALTERNATIVES = 1000

/**
 * The pattern as a list of alternatives without `$or`. Paths are joined with dots, as EventBridge does: it cannot
 * tell `{ "a": { "b": … } }` from `{ "a.b": … }`.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function alternatives(pattern: unknown, options: PatternOptions): readonly Alternative[] {
  if (!isRecord(pattern)) throw invalidPattern('Filter is not an object')
  return expandObject(pattern, '', [new Map()], options)
}

function expandObject(
  pattern: JsonRecord,
  path: string,
  bases: readonly Alternative[],
  options: PatternOptions,
): readonly Alternative[] {
  const entries = Object.entries(pattern)
  if (entries.length === 0) throw invalidPattern('Empty objects are not allowed')
  let expanded = bases
  for (const [name, value] of entries) {
    if (name === '$or' && isAlternation(value)) {
      const before = expanded
      if (before.length * value.length > MAX_ALTERNATIVES) throw tooManyAlternatives()
      expanded = value.flatMap((branch) => expandObject(branch, path, before, options))
      if (expanded.length > MAX_ALTERNATIVES) throw tooManyAlternatives()
    } else if (isRecord(value)) {
      expanded = expandObject(value, `${path}${name}.`, expanded, options)
    } else if (Array.isArray(value)) {
      if (value.length === 0) throw invalidPattern('Empty arrays are not allowed')
      const matchers = value.map((expression: unknown) => matchExpression(expression, options))
      checkWildcardComplexity(value)
      // A field named again inside `$or` replaces the outer condition, as in AWS's own matcher.
      expanded = expanded.map((alternative) => new Map(alternative).set(`${path}${name}`, matchers))
    } else {
      throw invalidPattern(`"${name}" must be an object or an array`)
    }
  }
  return expanded
}

/** The wording is ours. */
function tooManyAlternatives(): Error {
  return invalidPattern(`The $or conditions have more than ${MAX_ALTERNATIVES} combinations`)
}

/** `$or` is the operator only for two or more objects without operator names as fields; else it is a field. */
function isAlternation(value: unknown): value is readonly JsonRecord[] {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((branch) => isRecord(branch) && !Object.keys(branch).some(isOperator))
  )
}
