import type { JsonSchema } from '../json-schema.js'
import { alternativesOf } from './alternatives-of.js'
import type { Change } from './change.js'
import { compareAlternatives } from './compare-alternatives.js'
import { compareArrays } from './compare-arrays.js'
import { compareBounds } from './compare-bounds.js'
import { compareObjects } from './compare-objects.js'
import { compareOtherKeywords } from './compare-other-keywords.js'
import { compareTexts } from './compare-texts.js'
import { compareTypes } from './compare-types.js'
import { compareValues } from './compare-values.js'
import type { Comparison } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'
import { constraintsOf } from './keywords.js'
import { type Resolved, resolver } from './resolver.js'

const RULES = [
  compareValues,
  compareBounds,
  compareTexts,
  compareObjects,
  compareArrays,
  compareOtherKeywords,
]

/**
 * How a schema of published data changed, from the view of those who read the data: a change is compatible when
 * everything that fits the current schema fits the published one, where that allows unknown properties. What cannot
 * be judged counts as incompatible. Words (titles, descriptions, defaults, examples) do not count.
 * @returns nothing when both mean the same
 */
export function compareSchemas(published: JsonSchema, current: JsonSchema): readonly Change[] {
  const resolvePublished = resolver(published)
  const resolveCurrent = resolver(current)
  // A recursive type leads back to a pair that is being compared.
  const open = new Map<Resolved, Set<Resolved>>()

  const compare = (one: unknown, other: unknown, path: string): readonly Change[] => {
    const before = resolvePublished(one)
    const now = resolveCurrent(other)
    if (before === false) return now === false ? [] : [incompatible(path, 'is possible now, and was not')]
    if (now === false) return [compatible(path, 'is never there now')]
    const against = open.get(before) ?? new Set()
    if (against.has(now)) return []
    open.set(before, against.add(now))
    try {
      return compareResolved(before, now, path)
    } finally {
      against.delete(now)
    }
  }

  const compareResolved = (before: JsonSchema, now: JsonSchema, path: string): readonly Change[] => {
    if (constraintsOf(before).length === 0)
      return constraintsOf(now).length === 0 ? [] : [compatible(path, 'restricted: anything was possible')]
    const choice = alternativesOf(before, resolvePublished)
    const choiceNow = alternativesOf(now, resolveCurrent)
    if (choice !== undefined || choiceNow !== undefined) {
      const parts = choice ?? { schemas: [before], exactlyOne: false }
      return compareAlternatives(parts, choiceNow?.schemas ?? [now], path, comparison)
    }
    const types = compareTypes(before, now, path, comparison)
    if (types.some((change) => !change.compatible)) return types
    return [...types, ...RULES.flatMap((rule) => rule(before, now, path, comparison))]
  }

  const comparison: Comparison = { publishedRoot: published, currentRoot: current, compare }
  return compare(published, current, '')
}
