import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../json-schema.js'
import type { Rule } from './comparison.js'
import { constraintsOf, KEYWORDS_OF_TYPE } from './keywords.js'
import { notJudged } from './not-judged.js'

const JUDGED = new Set(['type', 'enum', 'const', 'allOf', ...Object.values(KEYWORDS_OF_TYPE).flat()])
JUDGED.delete('patternProperties')

/** `allOf` part by part, and what has no rule of its own, which must be the same. */
export const compareOtherKeywords: Rule = (published, current, path, comparison) => {
  const { publishedRoot, currentRoot } = comparison
  const keywords = new Set([...constraintsOf(published), ...constraintsOf(current)])
  return [...keywords].sort().flatMap((keyword) => {
    const before = published[keyword]
    const now = current[keyword]
    if (keyword === 'allOf' && Array.isArray(before) && Array.isArray(now) && before.length === now.length)
      return before.flatMap((part, index) => comparison.compare(part, now[index], path))
    if (keyword !== 'allOf' && JUDGED.has(keyword)) return []
    return means(before, publishedRoot) === means(now, currentRoot) && isDeepStrictEqual(before, now)
      ? []
      : [notJudged(path, keyword)]
  })
}

/** The definitions that a value may refer to: the same words mean another thing when those changed. */
function means(value: unknown, root: JsonSchema): string {
  const text = JSON.stringify(value) ?? ''
  if (!text.includes('"$ref"')) return ''
  return text.includes('"#/$defs/') ? JSON.stringify(root['$defs'] ?? {}) : JSON.stringify(root)
}
