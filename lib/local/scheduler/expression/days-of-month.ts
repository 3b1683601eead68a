import { type FieldRange, fieldValue, fieldValues } from './cron-field.js'
import { InvalidExpression } from './invalid-expression.js'

/** The days of one month, ascending. @param month from 1 */
export type DaysOfMonth = (year: number, month: number) => readonly number[]

const DAY_OF_MONTH: FieldRange = { name: 'day-of-month', minimum: 1, maximum: 31, wraps: true }
const DAY_OF_WEEK: FieldRange = {
  name: 'day-of-week',
  minimum: 1,
  maximum: 7,
  names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
  wraps: true,
}

/**
 * The days that the fields day-of-month and day-of-week name together: one of them must be `?`.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 * @throws InvalidExpression
 */
export function daysOfMonth(dayOfMonth: string, dayOfWeek: string): DaysOfMonth {
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    throw new InvalidExpression('Expected exactly one of `day-of-month` and `day-of-week` to be ?')
  }
  return dayOfWeek === '?' ? byDate(dayOfMonth) : byWeekday(dayOfWeek)
}

/** `L` is the last day of the month, `15W` the weekday that is nearest to the 15th of the same month. */
function byDate(field: string): DaysOfMonth {
  if (field === 'L') return (year, month) => [lengthOf(year, month)]
  const nearest = /^(\d+)W$/.exec(field)?.[1]
  if (nearest !== undefined) {
    const day = fieldValue(nearest, DAY_OF_MONTH)
    return (year, month) => (day > lengthOf(year, month) ? [] : [nearestWeekday(year, month, day)])
  }
  const days = fieldValues(field, DAY_OF_MONTH)
  return (year, month) => days.filter((day) => day <= lengthOf(year, month))
}

/** `6L` is the last Friday of the month, `6#3` the third; `L` alone is the last day of the week. */
function byWeekday(field: string): DaysOfMonth {
  const last = /^(\w+)L$/i.exec(field)?.[1]
  if (last !== undefined) {
    const weekday = fieldValue(last, DAY_OF_WEEK)
    return (year, month) => daysOn(year, month, [weekday]).slice(-1)
  }
  const [, numbered, number] = /^(\w+)#([1-5])$/.exec(field) ?? []
  if (numbered !== undefined && number !== undefined) {
    const weekday = fieldValue(numbered, DAY_OF_WEEK)
    return (year, month) => daysOn(year, month, [weekday]).slice(Number(number) - 1, Number(number))
  }
  const weekdays = fieldValues(field === 'L' ? '7' : field, DAY_OF_WEEK)
  return (year, month) => daysOn(year, month, weekdays)
}

function lengthOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** 1 for Sunday to 7. */
function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1
}

function daysOn(year: number, month: number, weekdays: readonly number[]): readonly number[] {
  const days = Array.from({ length: lengthOf(year, month) }, (_, index) => index + 1)
  return days.filter((day) => weekdays.includes(weekdayOf(year, month, day)))
}

function nearestWeekday(year: number, month: number, day: number): number {
  const weekday = weekdayOf(year, month, day)
  if (weekday === 7) return day === 1 ? 3 : day - 1
  if (weekday === 1) return day === lengthOf(year, month) ? day - 2 : day + 1
  return day
}
