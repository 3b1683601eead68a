import { isDeepStrictEqual } from 'node:util'
import type { Rule } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'
import { valuesOf } from './values-of.js'

/** `enum` and `const`, which is an enum of one. */
export const compareValues: Rule = (published, current, path) => {
  const before = valuesOf(published)
  const now = valuesOf(current)
  if (now === undefined)
    return before === undefined ? [] : [incompatible(path, `enum removed: ${list(before)}`)]
  if (before === undefined) return [compatible(path, `limited to ${list(now)}`)]
  const added = without(now, before)
  const removed = without(before, now)
  return [
    ...added.map((value) => incompatible(path, `enum value added: ${JSON.stringify(value)}`)),
    ...removed.map((value) => compatible(path, `enum value removed: ${JSON.stringify(value)}`)),
  ]
}

function without(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  return values.filter((value) => !others.some((other) => isDeepStrictEqual(other, value)))
}

function list(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}
