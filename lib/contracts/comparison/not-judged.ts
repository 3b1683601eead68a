import type { Change } from './change.js'
import { incompatible } from './incompatible.js'

/** A difference whose meaning is not known counts as the worst. */
export function notJudged(path: string, keyword: string): Change {
  return incompatible(path, `\`${keyword}\` changed, cannot be judged: treat as incompatible`)
}
