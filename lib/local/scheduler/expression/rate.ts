import { InvalidExpression } from './invalid-expression.js'
import type { Occurrences } from './occurrences.js'

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/**
 * The interval of `rate(5 minutes)` in milliseconds; a day is 24 hours.
 * @param text what is in the brackets
 * @throws InvalidExpression
 */
export function rateInterval(text: string): number {
  const [, value, unit] = /^(\d+)\s+(minute|hour|day)s?$/.exec(text.trim()) ?? []
  const interval = Number(value) * (UNITS[unit ?? ''] ?? Number.NaN)
  if (interval > 0 && Number.isSafeInteger(interval)) return interval
  throw new InvalidExpression(
    `Expected a rate to be a positive number of minutes, hours or days, got \`${text}\``,
  )
}

/** @param start of the first interval, milliseconds since the epoch; it is an occurrence itself */
export function everyInterval(interval: number, start: number): Occurrences {
  return { from: (time) => start + Math.max(0, Math.ceil((time - start) / interval)) * interval }
}
