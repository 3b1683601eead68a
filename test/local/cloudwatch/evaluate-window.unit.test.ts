import { describe, expect, it } from 'vitest'
import { evaluateWindow, type MissingDataTreatment } from '../../../lib/local/cloudwatch/evaluate-window.js'

/** `0` is within the threshold, `X` breaches it, `-` is missing; the latest comes last. */
const range = (text: string): readonly (boolean | undefined)[] =>
  text.split(' ').map((point) => (point === '-' ? undefined : point === 'X'))

const TREATMENTS: readonly MissingDataTreatment[] = ['missing', 'ignore', 'breaching', 'notBreaching']

/** With the current state ALARM where nothing can be said, and with OK: both must stay. */
function states(text: string, datapointsToAlarm: number): readonly string[] {
  const rules = { evaluationPeriods: 3, datapointsToAlarm }
  return TREATMENTS.map((treatMissingData) => {
    const [whenOk, whenAlarm] = (['OK', 'ALARM'] as const).map((current) =>
      evaluateWindow(range(text), { ...rules, treatMissingData }, current),
    )
    return whenOk === whenAlarm ? String(whenOk) : 'stays'
  })
}

// The tables of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
describe('three of three data points', () => {
  it.each([
    ['0 - X - X', ['OK', 'OK', 'OK', 'OK']],
    ['0 - - - -', ['OK', 'OK', 'OK', 'OK']],
    ['- - - - -', ['INSUFFICIENT_DATA', 'stays', 'ALARM', 'OK']],
    ['0 X X - X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['- - X - -', ['ALARM', 'stays', 'ALARM', 'OK']],
    ['- - - - X', ['stays', 'stays', 'ALARM', 'OK']],
    ['X X X 0 0', ['OK', 'OK', 'OK', 'OK']],
  ])('%s', (text, expected) => {
    expect(states(text, 3)).toEqual(expected)
  })
})

describe('two of three data points', () => {
  it.each([
    ['0 - X - X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0 0 X 0 X', ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0 - X - -', ['OK', 'OK', 'ALARM', 'OK']],
    ['- - - - 0', ['OK', 'OK', 'ALARM', 'OK']],
    ['- - - X -', ['ALARM', 'stays', 'ALARM', 'OK']],
  ])('%s', (text, expected) => {
    expect(states(text, 2)).toEqual(expected)
  })
})

describe('an alarm that has just been made', () => {
  it('looks at what there is', () => {
    const rules = { evaluationPeriods: 1, datapointsToAlarm: 1, treatMissingData: 'missing' } as const
    expect(evaluateWindow([true], rules, 'INSUFFICIENT_DATA')).toBe('ALARM')
    expect(evaluateWindow([false], rules, 'INSUFFICIENT_DATA')).toBe('OK')
    expect(evaluateWindow([], rules, 'OK')).toBe('INSUFFICIENT_DATA')
  })
})
