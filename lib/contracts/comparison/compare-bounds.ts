import type { JsonSchema } from '../json-schema.js'
import type { Change } from './change.js'
import type { Rule } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'

interface Bound {
  readonly keyword: string
  readonly value: number
  readonly exclusive: boolean
}

const LOWER = [['minimum', 'exclusiveMinimum'], ['minLength'], ['minItems'], ['minProperties']]
const UPPER = [['maximum', 'exclusiveMaximum'], ['maxLength'], ['maxItems'], ['maxProperties']]

/** Bounds of numbers, lengths and counts, and `multipleOf` and `uniqueItems`. */
export const compareBounds: Rule = (published, current, path) => [
  ...LOWER.flatMap((keywords) => compareBound(published, current, path, keywords, 1)),
  ...UPPER.flatMap((keywords) => compareBound(published, current, path, keywords, -1)),
  ...compareMultiples(published, current, path),
  ...compareUniqueness(published, current, path),
]

/** @param up 1 for a lower bound, for which a larger one is narrower, and -1 for an upper one */
function compareBound(
  published: JsonSchema,
  current: JsonSchema,
  path: string,
  keywords: readonly string[],
  up: 1 | -1,
): readonly Change[] {
  const before = boundOf(published, keywords, up)
  const now = boundOf(current, keywords, up)
  if (before === undefined)
    return now === undefined ? [] : [compatible(path, `\`${now.keyword}\` added: ${now.value}`)]
  if (now === undefined) return [incompatible(path, `\`${before.keyword}\` removed: was ${before.value}`)]
  const order = narrower(now, before, up)
  if (order === 0) return []
  const what = `changed from \`${before.keyword}\` ${before.value} to \`${now.keyword}\` ${now.value}`
  return [order > 0 ? compatible(path, `narrowed: ${what}`) : incompatible(path, `widened: ${what}`)]
}

/** The narrowest of the bounds that the keywords set. */
function boundOf(schema: JsonSchema, keywords: readonly string[], up: 1 | -1): Bound | undefined {
  let bound: Bound | undefined
  for (const keyword of keywords) {
    const value = schema[keyword]
    if (typeof value !== 'number') continue
    const found = { keyword, value, exclusive: keyword.startsWith('exclusive') }
    if (bound === undefined || narrower(found, bound, up) > 0) bound = found
  }
  return bound
}

function narrower(one: Bound, other: Bound, up: 1 | -1): number {
  if (one.value !== other.value) return (one.value - other.value) * up
  return Number(one.exclusive) - Number(other.exclusive)
}

function compareMultiples(published: JsonSchema, current: JsonSchema, path: string): readonly Change[] {
  const before = published['multipleOf']
  const now = current['multipleOf']
  if (before === now) return []
  if (typeof before !== 'number') return [compatible(path, `\`multipleOf\` added: ${now}`)]
  if (typeof now !== 'number') return [incompatible(path, `\`multipleOf\` removed: was ${before}`)]
  const what = `\`multipleOf\` changed from ${before} to ${now}`
  return [Number.isInteger(now / before) ? compatible(path, what) : incompatible(path, what)]
}

function compareUniqueness(published: JsonSchema, current: JsonSchema, path: string): readonly Change[] {
  const before = published['uniqueItems'] === true
  const now = current['uniqueItems'] === true
  if (before === now) return []
  return [now ? compatible(path, '`uniqueItems` added') : incompatible(path, '`uniqueItems` removed')]
}
