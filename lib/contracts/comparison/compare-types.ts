import type { Rule } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'
import { isWithinType, typeOf, typeOfValue } from './type-of.js'
import { valuesOf } from './values-of.js'

/** `type`. */
export const compareTypes: Rule = (published, current, path) => {
  const before = typeOf(published)
  const now = typeOf(current)
  if (before === now) return []
  if (before === undefined) {
    const values = valuesOf(published)
    // Of several types by its values: `enum` is judged by its own rule.
    return values === undefined ? [compatible(path, `type narrowed to ${now}`)] : []
  }
  if (now === undefined) {
    const fits = valuesOf(current)?.every((value) => isWithinType(typeOfValue(value), before)) ?? false
    return fits ? [] : [incompatible(path, `type widened from ${before} to any`)]
  }
  // An enum of whole numbers that has no `type`.
  if (current['type'] === undefined && isWithinType(now, before)) return []
  if (published['type'] === undefined && isWithinType(before, now)) return []
  if (isWithinType(now, before)) return [compatible(path, `type narrowed from ${before} to ${now}`)]
  const how = isWithinType(before, now) ? 'widened' : 'changed'
  return [incompatible(path, `type ${how} from ${before} to ${now}`)]
}
