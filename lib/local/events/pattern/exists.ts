import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, valueMatcher } from './matcher.js'

/**
 * `{ "exists": true }` and `{ "exists": false }`. Only leaves exist: an object or an empty array at the path does
 * not count, `null` does.
 */
export function exists(argument: unknown): Matcher {
  if (argument === true) return valueMatcher(() => true)
  if (argument === false) return { kind: 'absent' }
  throw invalidPattern('exists match pattern must be either true or false.')
}
