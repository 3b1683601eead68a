/** A value that an event holds at the end of a path. */
export type Leaf = string | number | boolean | null

/**
 * What one element of a pattern's list asks of a field: that one of its values passes, or that there is no such
 * field at all.
 */
export type Matcher =
  | { readonly kind: 'value'; readonly test: (value: Leaf) => boolean }
  | { readonly kind: 'absent' }

export function valueMatcher(test: (value: Leaf) => boolean): Matcher {
  return { kind: 'value', test }
}

/** A test for strings; every other type fails it. */
export function stringMatcher(test: (value: string) => boolean): Matcher {
  return valueMatcher((value) => typeof value === 'string' && test(value))
}
