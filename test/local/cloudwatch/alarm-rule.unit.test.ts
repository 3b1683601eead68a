import { describe, expect, it } from 'vitest'
import { parseAlarmRule } from '../../../lib/local/cloudwatch/alarm-rule.js'
import type { AlarmState } from '../../../lib/local/cloudwatch/alarm-state.js'

const ARN = 'arn:aws:cloudwatch:eu-west-1:000000000000:alarm:a (b)'
const STATES: Readonly<Record<string, AlarmState>> = {
  rings: 'ALARM',
  quiet: 'OK',
  'who knows': 'INSUFFICIENT_DATA',
  [ARN]: 'ALARM',
}
const stateOf = (name: string): AlarmState => {
  const state = STATES[name]
  if (state === undefined) throw new Error(`no alarm '${name}'`)
  return state
}

describe('a rule', () => {
  it.each([
    ['TRUE', true],
    ['FALSE', false],
    ['ALARM(rings)', true],
    ['ALARM("rings")', true],
    ["ALARM('rings')", true],
    [`ALARM("${ARN}")`, true],
    ['OK(rings)', false],
    ['OK ( quiet )', true],
    ['INSUFFICIENT_DATA("who knows")', true],
    ['ALARM(rings) AND OK(quiet)', true],
    ['ALARM(rings) AND ALARM(quiet)', false],
    ['ALARM(quiet) OR ALARM(rings)', true],
    ['NOT ALARM(quiet)', true],
    ['NOT (ALARM(quiet) OR ALARM(rings))', false],
    ['NOT NOT TRUE', true],
    // AND binds more tightly than OR, NOT more tightly than both.
    ['TRUE OR FALSE AND FALSE', true],
    ['(TRUE OR FALSE) AND FALSE', false],
    ['NOT FALSE AND FALSE', false],
    ['\n  (ALARM(rings)\n  AND\n  OK(quiet))', true],
  ])('%s', (text, expected) => {
    expect(parseAlarmRule(text)(stateOf)).toBe(expected)
  })

  it.each([
    [''],
    ['ALARM'],
    ['ALARM(a'],
    ['ALARM()'],
    ['TRUE TRUE'],
    ['TRUE AND'],
    ['(TRUE'],
    ['AT_LEAST(1, ALARM, (a, b))'],
  ])('%s is refused', (text) => {
    expect(() => parseAlarmRule(text)).toThrow(
      expect.objectContaining({ code: 'ValidationError', message: expect.stringContaining('alarm rule') }),
    )
  })
})
