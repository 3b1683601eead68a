import { InvalidArgumentError } from 'commander'

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/
const AGO = /^(\d{1,6})(s|m|h|d|w)$/
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/**
 * A time for a flag, as ISO 8601 in UTC with milliseconds: `2026-11-30`, `2026-11-30T09:00Z`, or how long ago: `90m`,
 * `3d`.
 *
 * @param now milliseconds since the epoch
 */
export function timeArgument(now: () => number): (text: string) => string {
  return (text) => {
    const [, count, unit = ''] = AGO.exec(text) ?? []
    const seconds = SECONDS[unit]
    const time =
      count !== undefined && seconds !== undefined
        ? now() - Number(count) * seconds * 1_000
        : ISO.test(text)
          ? Date.parse(text)
          : Number.NaN
    const date = new Date(time)
    if (!(date.getTime() >= 0) || !isThatDay(date, text))
      throw new InvalidArgumentError(
        'Expected a time in UTC, as 2026-11-30 or 2026-11-30T09:00Z, or how long ago, as 90m, 2h or 3d.',
      )
    return date.toISOString()
  }
}

/** Date.parse takes the 31st of February for a day in March. */
function isThatDay(date: Date, text: string): boolean {
  return AGO.test(text) || date.toISOString().startsWith(text.slice(0, 10))
}
