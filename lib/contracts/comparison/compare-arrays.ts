import type { Rule } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'

/** `items` and `prefixItems`. */
export const compareArrays: Rule = (published, current, path, comparison) => {
  const before = listOf(published['prefixItems'])
  const now = listOf(current['prefixItems'])
  if (before.length !== now.length)
    return [incompatible(path, `number of fixed items changed from ${before.length} to ${now.length}`)]
  const fixed = before.flatMap((item, index) => comparison.compare(item, now[index], `${path}[${index}]`))
  const rest = published['items'] ?? true
  const restNow = current['items'] ?? true
  if (rest === restNow) return fixed
  if (rest === false) return [...fixed, incompatible(path, 'more items are allowed now')]
  if (restNow === false) return [...fixed, compatible(path, 'no more items are allowed')]
  return [...fixed, ...comparison.compare(rest, restNow, `${path}[]`)]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
