import { isRecord } from '../record.js'
import type { MetricAlarm } from './alarm.js'
import type { AlarmState, AlarmStatus } from './alarm-state.js'
import { COMPARISONS, type Comparison } from './comparison.js'
import { evaluateWindow, MORE_DATAPOINTS } from './evaluate-window.js'
import type { Metrics } from './metrics-port.js'

/** How far back the states are followed. A state that lasts for longer is found again on the way. */
const MAXIMUM_PERIODS = 20_000

/**
 * The state that the alarm has now: what CloudWatch would have made of the metrics, period after period, since the
 * alarm exists. Periods that are not over yet do not count.
 */
export function metricAlarmStatus(alarm: MetricAlarm, metrics: Metrics, now: number): AlarmStatus {
  const { createdAt, threshold, comparisonOperator, evaluationPeriods } = alarm
  const comparison = COMPARISONS[comparisonOperator]
  if (comparison === undefined || threshold === undefined) {
    const reason = 'Anomaly detection is not emulated by the local cloud.'
    return { state: 'INSUFFICIENT_DATA', reason, since: createdAt }
  }
  const period = alarm.periodSeconds * 1000
  const end = Math.floor(now / period) * period
  const start = Math.max(Math.floor(createdAt / period) * period, end - MAXIMUM_PERIODS * period)
  let state: AlarmState = 'INSUFFICIENT_DATA'
  let since = createdAt
  if (end <= start) return { state, since, reason: 'Unchecked: Initial alarm creation' }

  const values = datapoints(alarm, metrics, start, end)
  const range: (number | undefined)[] = []
  for (let time = start; time < end; time += period) {
    range.push(values.get(time))
    if (range.length > evaluationPeriods + MORE_DATAPOINTS) range.shift()
    const breaches = range.map((value) =>
      value === undefined ? undefined : comparison.breaches(value, threshold),
    )
    const next = evaluateWindow(breaches, alarm, state)
    if (next !== state) since = time + period
    state = next
  }
  return { state, since, reason: reasonOf(range.slice(-evaluationPeriods), alarm, comparison) }
}

/** By the beginning of their period, in milliseconds. */
function datapoints(
  { queries, resultId }: MetricAlarm,
  metrics: Metrics,
  start: number,
  end: number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let token: unknown
  do {
    const { MetricDataResults: results, NextToken: next } = metrics.getMetricData({
      MetricDataQueries: queries,
      StartTime: start / 1000,
      EndTime: end / 1000,
      ScanBy: 'TimestampAscending',
      ...(token === undefined ? {} : { NextToken: token }),
    })
    for (const result of Array.isArray(results) ? results.filter(isRecord) : []) {
      const { Id: id, Timestamps: times, Values: values } = result
      if (id !== resultId || !Array.isArray(times) || !Array.isArray(values)) continue
      for (const [index, time] of times.entries()) found.set(Number(time) * 1000, Number(values[index]))
    }
    token = next
  } while (token !== undefined)
  return found
}

/** In CloudWatch's manner: what was compared with what. */
function reasonOf(
  latest: readonly (number | undefined)[],
  { threshold = Number.NaN, evaluationPeriods }: MetricAlarm,
  { words, breaches }: Comparison,
): string {
  const existing = latest.filter((value) => value !== undefined)
  const missing = evaluationPeriods - existing.length
  const crossing = existing.filter((value) => breaches(value, threshold)).length
  const points = `${crossing} of the last ${evaluationPeriods} datapoints [${existing.join(', ')}]`
  const filled = missing === 0 ? '' : `, ${missing} missing,`
  return `${points}${filled} ${crossing === 1 ? 'was' : 'were'} ${words} the threshold (${threshold}).`
}
