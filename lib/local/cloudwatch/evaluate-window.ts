import type { AlarmState } from './alarm-state.js'

export type MissingDataTreatment = 'breaching' | 'notBreaching' | 'ignore' | 'missing'

export interface WindowRules {
  /** N */
  readonly evaluationPeriods: number
  /** M of N */
  readonly datapointsToAlarm: number
  readonly treatMissingData: MissingDataTreatment
}

/**
 * How many data points more than the evaluation periods CloudWatch looks at. It depends on the alarm's period and is
 * not documented; the examples in the documentation have two more.
 */
export const MORE_DATAPOINTS = 2

/**
 * The state that the data points of an evaluation range mean: the last N that exist decide; where fewer exist, the
 * missing ones are filled in as told.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 * @param range from the oldest to the latest, true for one that breaches, undefined for a missing one
 * @param current what stays where nothing can be said
 */
export function evaluateWindow(
  range: readonly (boolean | undefined)[],
  rules: WindowRules,
  current: AlarmState,
): AlarmState {
  const { evaluationPeriods, datapointsToAlarm, treatMissingData } = rules
  const existing = range.filter((point) => point !== undefined)
  const latest = existing.slice(-evaluationPeriods)
  const breaching = latest.filter(Boolean).length
  const missing = evaluationPeriods - latest.length
  if (breaching >= datapointsToAlarm) return 'ALARM'
  if (missing === 0 || treatMissingData === 'notBreaching') return 'OK'
  if (treatMissingData === 'breaching') return breaching + missing >= datapointsToAlarm ? 'ALARM' : 'OK'
  if (latest.includes(false)) return 'OK'
  if (treatMissingData === 'ignore') return current
  if (latest.length === 0) return 'INSUFFICIENT_DATA'
  return breachesLongEnough(range, rules) ? 'ALARM' : current
}

/** Only breaching data points exist, and the oldest of the last N periods is at least M periods old. */
function breachesLongEnough(
  range: readonly (boolean | undefined)[],
  { evaluationPeriods, datapointsToAlarm }: WindowRules,
): boolean {
  const periods = range.slice(-evaluationPeriods)
  const oldest = periods.indexOf(true)
  return oldest !== -1 && periods.length - oldest >= datapointsToAlarm
}
