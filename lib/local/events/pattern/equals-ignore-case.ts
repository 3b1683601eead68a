import { foldCase } from './ignore-case-text.js'
import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, stringMatcher } from './matcher.js'

/** `{ "equals-ignore-case": "alice" }` */
export function equalsIgnoreCase(argument: unknown): Matcher {
  if (typeof argument !== 'string') {
    throw invalidPattern('equals-ignore-case match pattern must be a string')
  }
  const folded = foldCase(argument)
  return stringMatcher((value) => foldCase(value) === folded)
}
