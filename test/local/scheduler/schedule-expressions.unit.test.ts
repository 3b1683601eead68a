import { describe, expect, it } from 'vitest'
import {
  ruleExpression,
  scheduleExpression,
} from '../../../lib/local/scheduler/expression/schedule-expression.js'
import { TimeZone } from '../../../lib/local/scheduler/expression/time-zone.js'

const START = Date.parse('2026-03-04T05:06:07.890Z')
const MINUTE = 60_000

describe('rate', () => {
  it.each([
    ['rate(1 minute)', MINUTE],
    ['rate(5 minutes)', 5 * MINUTE],
    ['rate(2 hours)', 120 * MINUTE],
    ['rate(1 day)', 1440 * MINUTE],
    ['rate(1 days)', 1440 * MINUTE],
  ])('%s begins at once and goes on in intervals', (expression, interval) => {
    const { from } = scheduleExpression(expression, TimeZone.UTC).occurrences(START)
    expect(from(START - 10 * interval)).toBe(START)
    expect(from(START)).toBe(START)
    expect(from(START + 1)).toBe(START + interval)
    expect(from(START + 7 * interval)).toBe(START + 7 * interval)
    expect(from(START + 7 * interval + 1)).toBe(START + 8 * interval)
  })

  it.each([
    'rate(0 minutes)',
    'rate(-1 minutes)',
    'rate(1.5 hours)',
    'rate(30 seconds)',
    'rate(minutes)',
    'rate()',
  ])('%s is refused', (expression) => {
    expect(() => scheduleExpression(expression, TimeZone.UTC)).toThrow(/positive number of minutes/)
  })
})

describe('at', () => {
  it('is once, in the time zone', () => {
    const zone = new TimeZone('America/Los_Angeles')
    const { from } = scheduleExpression('at(2022-11-20T13:00:00)', zone).occurrences(0)
    const time = Date.parse('2022-11-20T21:00:00Z')
    expect(from(0)).toBe(time)
    expect(from(time)).toBe(time)
    expect(from(time + 1)).toBeUndefined()
  })

  it.each(['at(2022-11-20)', 'at(2022-11-20T13:00)', 'at(2022-02-30T13:00:00)', 'at(2022-11-20T13:00:00Z)'])(
    '%s is refused',
    (expression) => {
      expect(() => scheduleExpression(expression, TimeZone.UTC)).toThrow(/yyyy-mm-ddThh:mm:ss/)
    },
  )

  it('a time that the clocks skip is refused', () => {
    const zone = new TimeZone('America/Los_Angeles')
    expect(() => scheduleExpression('at(2026-03-08T02:30:00)', zone)).toThrow(/skip 2026-03-08T02:30:00/)
  })
})

it.each(['every(1 minute)', 'rate 1 minute', 'rate(1 minute', ' rate(1 minute)', ''])(
  '%j is refused',
  (expression) => {
    expect(() => scheduleExpression(expression, TimeZone.UTC)).toThrow(
      /Expected rate\(…\), cron\(…\) or at\(…\)/,
    )
  },
)

it('a time zone that does not exist is refused', () => {
  expect(() => new TimeZone('Mars/Olympus')).toThrow('There is no time zone `Mars/Olympus`')
})

describe('a rule', () => {
  it.each(['rate(1 minute)', 'rate(5 minutes)', 'rate(1 hour)', 'cron(0 10 * * ? *)'])(
    'takes %s',
    (expression) => {
      expect(() => ruleExpression(expression)).not.toThrow()
    },
  )

  it.each(['rate(1 minutes)', 'rate(5 minute)', 'at(2022-11-20T13:00:00)', 'cron(0 10 * * ?)'])(
    'refuses %s',
    (expression) => {
      expect(() => ruleExpression(expression)).toThrow(/^Expected/)
    },
  )
})
