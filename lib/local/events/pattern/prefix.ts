import { foldCase, ignoreCaseText } from './ignore-case-text.js'
import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, stringMatcher } from './matcher.js'

/** `{ "prefix": "a" }` and `{ "prefix": { "equals-ignore-case": "A" } }` */
export function prefix(argument: unknown): Matcher {
  if (typeof argument === 'string') return stringMatcher((value) => value.startsWith(argument))
  const folded = ignoreCaseText(argument)
  if (folded === undefined) throw invalidPattern('prefix match pattern must be a string')
  return stringMatcher((value) => foldCase(value).startsWith(folded))
}
