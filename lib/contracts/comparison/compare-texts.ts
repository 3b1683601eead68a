import type { Rule } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'
import { notJudged } from './not-judged.js'

const KEYWORDS = ['format', 'pattern', 'contentEncoding']

/** What restricts texts in a way that nobody can compare: one is there, is not, or is another. */
export const compareTexts: Rule = (published, current, path) =>
  KEYWORDS.flatMap((keyword) => {
    const before = published[keyword]
    const now = current[keyword]
    if (before === now) return []
    if (before === undefined) return [compatible(path, `\`${keyword}\` added: ${now}`)]
    if (now === undefined) return [incompatible(path, `\`${keyword}\` removed: was ${before}`)]
    return [notJudged(path, keyword)]
  })
