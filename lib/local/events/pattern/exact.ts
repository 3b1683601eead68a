import { type Leaf, type Matcher, valueMatcher } from './matcher.js'

/** `["a", 1, true, null]`: the same value of the same type; `1`, `1.0` and `1e0` are one number. */
export function exact(expected: Leaf): Matcher {
  return valueMatcher((value) => value === expected)
}
