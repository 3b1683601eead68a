import { type FieldRange, fieldValues } from './cron-field.js'
import { daysOfMonth } from './days-of-month.js'
import { InvalidExpression } from './invalid-expression.js'
import type { Occurrences } from './occurrences.js'
import type { TimeZone } from './time-zone.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MINUTES: FieldRange = { name: 'minutes', minimum: 0, maximum: 59, wraps: true }
const HOURS: FieldRange = { name: 'hours', minimum: 0, maximum: 23, wraps: true }
const MONTHS: FieldRange = {
  name: 'month',
  minimum: 1,
  maximum: 12,
  names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  wraps: true,
}
const YEARS: FieldRange = { name: 'year', minimum: 1970, maximum: 2199, wraps: false }

/**
 * The fields of a cron expression in AWS's dialect: minutes, hours, day-of-month, month, day-of-week, year.
 *
 * A time that the zone's clock skips does not occur; one that it shows twice occurs the first time only.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#daylist-savings-time
 * @throws InvalidExpression
 */
export function cron(fields: readonly string[], zone: TimeZone): Occurrences {
  const [minuteField, hourField, dayField, monthField, weekdayField, yearField] = fields
  if (
    minuteField === undefined ||
    hourField === undefined ||
    dayField === undefined ||
    monthField === undefined ||
    weekdayField === undefined ||
    yearField === undefined ||
    fields.length > 6
  ) {
    throw new InvalidExpression(`Expected a cron expression to have 6 fields, got ${fields.length}`)
  }
  const minutes = fieldValues(minuteField, MINUTES)
  const hours = fieldValues(hourField, HOURS)
  const days = daysOfMonth(dayField, weekdayField)
  const months = fieldValues(monthField, MONTHS)
  const years = fieldValues(yearField, YEARS)

  function* wallTimes(start: number): Generator<number> {
    const first = new Date(start)
    for (const year of years) {
      if (year < first.getUTCFullYear()) continue
      for (const month of months) {
        if (Date.UTC(year, month) <= start) continue
        for (const day of days(year, month)) {
          const date = Date.UTC(year, month - 1, day)
          if (date + DAY <= start) continue
          for (const hour of hours) {
            for (const minute of minutes) {
              const time = date + hour * HOUR + minute * MINUTE
              if (time >= start) yield time
            }
          }
        }
      }
    }
  }

  return {
    from: (time) => {
      const start = Math.ceil(time / MINUTE) * MINUTE
      for (const wallTime of wallTimes(zone.wallTime(start))) {
        const instant = zone.instant(wallTime)
        if (instant !== undefined && instant >= start) return instant
      }
      return undefined
    },
  }
}
