import { foldCase, ignoreCaseText } from './ignore-case-text.js'
import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, stringMatcher } from './matcher.js'

/** `{ "suffix": ".png" }` and `{ "suffix": { "equals-ignore-case": ".PNG" } }` */
export function suffix(argument: unknown): Matcher {
  if (typeof argument === 'string') return stringMatcher((value) => value.endsWith(argument))
  const folded = ignoreCaseText(argument)
  if (folded === undefined) throw invalidPattern('suffix match pattern must be a string')
  return stringMatcher((value) => foldCase(value).endsWith(folded))
}
