import { InvalidExpression } from './invalid-expression.js'
import type { Occurrences } from './occurrences.js'
import type { TimeZone } from './time-zone.js'

/**
 * The one time of `at(2026-11-20T13:00:00)`.
 * @param text what is in the brackets
 * @throws InvalidExpression
 */
export function at(text: string, zone: TimeZone): Occurrences {
  const wallTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  // Date.parse takes 31 February for 3 March.
  if (Number.isNaN(wallTime) || !new Date(wallTime).toISOString().startsWith(text)) {
    throw new InvalidExpression(`Expected a time to be yyyy-mm-ddThh:mm:ss, got \`${text}\``)
  }
  const instant = zone.instant(wallTime)
  if (instant === undefined) throw new InvalidExpression(`The clocks of the time zone skip ${text}`)
  return { from: (time) => (instant >= time ? instant : undefined) }
}
