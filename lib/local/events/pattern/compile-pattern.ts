import { type Alternative, alternatives } from './alternatives.js'
import { type EventField, eventFields } from './event-fields.js'
import { invalidPattern } from './invalid-pattern.js'
import type { PatternOptions } from './match-expression.js'
import type { Matcher } from './matcher.js'

export interface CompiledPattern {
  readonly matches: (event: unknown) => boolean
}

/**
 * Compiles an event pattern, given as the parsed JSON object.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 * @throws AwsError InvalidEventPatternException with AWS's reason
 */
export function compilePattern(pattern: unknown, options: PatternOptions = {}): CompiledPattern {
  const compiled = alternatives(pattern, options)
  return {
    matches: (event) => {
      const fields = eventFields(event)
      return compiled.some((alternative) => matchesAlternative(alternative, fields))
    },
  }
}

/**
 * The same for a pattern as text, as PutRule and event source mappings have it.
 * @throws AwsError InvalidEventPatternException
 */
export function compilePatternText(text: string, options: PatternOptions = {}): CompiledPattern {
  let pattern: unknown
  try {
    pattern = JSON.parse(text)
  } catch (error) {
    throw invalidPattern(error instanceof Error ? error.message : 'not valid JSON')
  }
  return compilePattern(pattern, options)
}

type Fields = ReadonlyMap<string, readonly EventField[]>

function matchesAlternative(alternative: Alternative, fields: Fields): boolean {
  const candidates: (readonly EventField[])[] = []
  for (const [path, matchers] of alternative) {
    const present = fields.get(path) ?? []
    if (present.length === 0 && matchers.some((matcher) => matcher.kind === 'absent')) continue
    const accepted = present.filter(({ value }) => matchers.some((matcher) => accepts(matcher, value)))
    if (accepted.length === 0) return false
    candidates.push(accepted)
  }
  return hasConsistentChoice(candidates, 0, new Map())
}

function accepts(matcher: Matcher, value: EventField['value']): boolean {
  return matcher.kind === 'value' && matcher.test(value)
}

/**
 * True when one field per path can be chosen such that no two lie in different elements of one array: the first
 * name of one person and the last name of another do not make a match.
 */
function hasConsistentChoice(
  candidates: readonly (readonly EventField[])[],
  next: number,
  chosen: ReadonlyMap<number, number>,
): boolean {
  const fields = candidates[next]
  if (fields === undefined) return true
  const tried = new Set<string>()
  return fields.some(({ positions }) => {
    // Fields at the same place differ in their values only: one try is enough.
    const place = JSON.stringify([...positions])
    if (tried.has(place)) return false
    tried.add(place)
    for (const [array, position] of positions) {
      if ((chosen.get(array) ?? position) !== position) return false
    }
    return hasConsistentChoice(candidates, next + 1, new Map([...chosen, ...positions]))
  })
}
