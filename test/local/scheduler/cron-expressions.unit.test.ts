import { describe, expect, it } from 'vitest'
import { scheduleExpression } from '../../../lib/local/scheduler/expression/schedule-expression.js'
import { TimeZone } from '../../../lib/local/scheduler/expression/time-zone.js'

/** The next times after the start, ISO 8601 to the minute. */
function next(expression: string, start: string, count: number, zone = 'UTC'): readonly string[] {
  const { from } = scheduleExpression(expression, new TimeZone(zone)).occurrences(0)
  const found: string[] = []
  for (
    let time = from(Date.parse(start));
    time !== undefined && found.length < count;
    time = from(time + 1)
  ) {
    found.push(new Date(time).toISOString().slice(0, 16))
  }
  return found
}

// 2026-01-01 is a Thursday.
const NEW_YEAR = '2026-01-01T00:00:00Z'

describe('examples of the documentation', () => {
  it.each([
    // https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
    [
      'cron(15 10 ? * 6L 2022-2023)',
      '2022-11-01T00:00:00Z',
      ['2022-11-25T10:15', '2022-12-30T10:15', '2023-01-27T10:15'],
    ],
    ['cron(1/10 * * * ? *)', NEW_YEAR, ['2026-01-01T00:01', '2026-01-01T00:11', '2026-01-01T00:21']],
    ['cron(0 8 3W * ? *)', NEW_YEAR, ['2026-01-02T08:00', '2026-02-03T08:00', '2026-03-03T08:00']],
    ['cron(0 8 ? * 3#2 *)', NEW_YEAR, ['2026-01-13T08:00', '2026-02-10T08:00', '2026-03-10T08:00']],
    ['cron(30 8 * * ? *)', NEW_YEAR, ['2026-01-01T08:30', '2026-01-02T08:30', '2026-01-03T08:30']],
    ['cron(0 0 1-15 * ? *)', '2026-01-14T12:00:00Z', ['2026-01-15T00:00', '2026-02-01T00:00']],
    ['cron(0 0 1 JAN,FEB,MAR ? *)', NEW_YEAR, ['2026-01-01T00:00', '2026-02-01T00:00', '2026-03-01T00:00']],
    // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
    ['cron(0 10 * * ? *)', NEW_YEAR, ['2026-01-01T10:00', '2026-01-02T10:00', '2026-01-03T10:00']],
    ['cron(15 12 * * ? *)', NEW_YEAR, ['2026-01-01T12:15', '2026-01-02T12:15']],
    ['cron(0 18 ? * MON-FRI *)', NEW_YEAR, ['2026-01-01T18:00', '2026-01-02T18:00', '2026-01-05T18:00']],
    ['cron(0 8 1 * ? *)', NEW_YEAR, ['2026-01-01T08:00', '2026-02-01T08:00', '2026-03-01T08:00']],
    ['cron(0/15 * * * ? *)', NEW_YEAR, ['2026-01-01T00:00', '2026-01-01T00:15', '2026-01-01T00:30']],
    [
      'cron(0/10 * ? * MON-FRI *)',
      '2026-01-02T23:45:00Z',
      ['2026-01-02T23:50', '2026-01-05T00:00', '2026-01-05T00:10'],
    ],
    [
      'cron(0/5 8-17 ? * MON-FRI *)',
      '2026-01-02T17:50:00Z',
      ['2026-01-02T17:50', '2026-01-02T17:55', '2026-01-05T08:00'],
    ],
    [
      'cron(0/30 20-2 ? * MON-FRI *)',
      '2026-01-02T02:15:00Z',
      ['2026-01-02T02:30', '2026-01-02T20:00', '2026-01-02T20:30'],
    ],
    ['cron(0 9 ? * 2#1 *)', NEW_YEAR, ['2026-01-05T09:00', '2026-02-02T09:00', '2026-03-02T09:00']],
  ])('%s', (expression, start, times) => {
    expect(next(expression, start, times.length)).toEqual(times)
  })
})

describe('edges', () => {
  it.each([
    ['cron(0 0 L * ? *)', NEW_YEAR, ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00']],
    ['cron(0 0 L FEB ? *)', NEW_YEAR, ['2026-02-28T00:00', '2027-02-28T00:00', '2028-02-29T00:00']],
    // L alone is the last day of the week.
    ['cron(0 0 ? * L *)', NEW_YEAR, ['2026-01-03T00:00', '2026-01-10T00:00']],
    ['cron(0 0 ? * FRIL *)', NEW_YEAR, ['2026-01-30T00:00', '2026-02-27T00:00']],
    // W stays within the month: 1 August 2026 is a Saturday, 31 May 2026 a Sunday.
    ['cron(0 0 1W 8 ? *)', NEW_YEAR, ['2026-08-03T00:00', '2027-08-02T00:00']],
    ['cron(0 0 31W * ? *)', NEW_YEAR, ['2026-01-30T00:00', '2026-03-31T00:00', '2026-05-29T00:00']],
    ['cron(0 0 ? * 5#5 *)', NEW_YEAR, ['2026-01-29T00:00', '2026-04-30T00:00', '2026-07-30T00:00']],
    ['cron(0 0 30 2 ? *)', NEW_YEAR, []],
    ['cron(0 0 29 2 ? 2027-2031)', NEW_YEAR, ['2028-02-29T00:00']],
    ['cron(0 0 1 1 ? 2020/4)', NEW_YEAR, ['2028-01-01T00:00', '2032-01-01T00:00']],
    ['cron(0 0 ? * FRI-MON *)', NEW_YEAR, ['2026-01-02T00:00', '2026-01-03T00:00', '2026-01-04T00:00']],
    ['cron(59 23 31 DEC ? *)', NEW_YEAR, ['2026-12-31T23:59', '2027-12-31T23:59']],
    ['cron(* * * * ? *)', '2026-01-01T00:00:00.001Z', ['2026-01-01T00:01', '2026-01-01T00:02']],
    ['cron(0 0,12 1,15 jan-feb/1 ? *)', NEW_YEAR, ['2026-01-01T00:00', '2026-01-01T12:00']],
    // The year may be left out.
    ['cron(0 10 * * ?)', NEW_YEAR, ['2026-01-01T10:00', '2026-01-02T10:00']],
  ])('%s', (expression, start, times) => {
    expect(next(expression, start, Math.max(times.length, 1))).toEqual(times)
  })
})

describe('daylight saving time', () => {
  const zone = 'America/Los_Angeles'

  it('skips what falls into the gap', () => {
    expect(next('cron(30 2 * * ? *)', '2026-03-07T00:00:00Z', 3, zone)).toEqual([
      '2026-03-07T10:30',
      '2026-03-09T09:30',
      '2026-03-10T09:30',
    ])
  })

  it('runs once what the clocks show twice', () => {
    expect(next('cron(30 1 * * ? *)', '2026-10-31T00:00:00Z', 3, zone)).toEqual([
      '2026-10-31T08:30',
      '2026-11-01T08:30',
      '2026-11-02T09:30',
    ])
  })

  it('knows zones whose offset is no whole hour, and those without it', () => {
    expect(next('cron(0 9 * * ? *)', NEW_YEAR, 1, 'Asia/Kolkata')).toEqual(['2026-01-01T03:30'])
    expect(next('cron(0 9 * * ? *)', '2026-07-01T00:00:00Z', 1, 'Europe/Berlin')).toEqual([
      '2026-07-01T07:00',
    ])
  })
})

it.each([
  ['cron(0 10 * * * *)', 'exactly one of `day-of-month` and `day-of-week` to be ?'],
  ['cron(0 10 ? * ? *)', 'exactly one of `day-of-month` and `day-of-week` to be ?'],
  ['cron(60 * * * ? *)', '`minutes` to have values from 0 to 59, got `60`'],
  ['cron(0 24 * * ? *)', '`hours` to have values from 0 to 23, got `24`'],
  ['cron(0 0 32 * ? *)', '`day-of-month` to have values from 1 to 31, got `32`'],
  ['cron(0 0 * 13 ? *)', '`month` to have values from 1 to 12, got `13`'],
  ['cron(0 0 ? * 0 *)', '`day-of-week` to have values from 1 to 7, got `0`'],
  ['cron(0 0 ? * 3#1,6#3 *)', '`day-of-week` to have values from 1 to 7, got `3#1`'],
  ['cron(0 0 ? * 3#6 *)', '`day-of-week` to have values from 1 to 7, got `3#6`'],
  ['cron(0 0 * * ? 1969)', '`year` to have values from 1970 to 2199, got `1969`'],
  ['cron(0 0 * * ? 2030-2020)', '`year` to be *, values, ranges and increments, got `2030-2020`'],
  ['cron(0/0 * * * ? *)', '`minutes` to be *, values, ranges and increments, got `0/0`'],
  ['cron(1-2-3 * * * ? *)', 'got `1-2-3`'],
  ['cron(,1 * * * ? *)', '`minutes` to have values from 0 to 59, got ``'],
  ['cron(0 10 * *)', 'to have 6 fields, got 4'],
  ['cron(0 10 * * ? * *)', 'to have 6 fields, got 7'],
])('%s is refused', (expression, message) => {
  expect(() => scheduleExpression(expression, TimeZone.UTC)).toThrow(message)
})
