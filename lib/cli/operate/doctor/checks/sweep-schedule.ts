import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { ageText } from '../../age-text.js'
import { ok, problem, unknown } from '../answers.js'
import type { Check } from '../check.js'

const MINUTE = 60
/** Minutes; a sweep that came before is another matter. */
const LOOK_BACK = 30
/** Minutes: sweeps may be an hour apart. */
const LONGEST_INTERVAL = 65
/** So many are left out before it is told, as the alarm does. */
const LEFT_OUT = 5

/** By what it brings about: a schedule that is enabled may still lack its role or its target. */
export const sweepSchedule: Check = {
  name: 'sweeps',
  run: async ({ clients, outbox: { sweeperFunctionName, stack }, functions, clock }) => {
    if (sweeperFunctionName === undefined) return unknown('The sweeper is not known', 'give --stack <name>')
    const now = clock.now()
    const { MetricDataResults = [] } = await clients.cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - LONGEST_INTERVAL * MINUTE * 1_000),
        EndTime: new Date(now + MINUTE * 1_000),
        MetricDataQueries: [
          {
            Id: 'sweeps',
            MetricStat: {
              Metric: {
                Namespace: 'AWS/Lambda',
                MetricName: 'Invocations',
                Dimensions: [{ Name: 'FunctionName', Value: sweeperFunctionName }],
              },
              Period: MINUTE,
              Stat: 'Sum',
            },
          },
        ],
      }),
    )
    const { Timestamps = [], Values = [] } = MetricDataResults[0] ?? {}
    const sweeps = Timestamps.flatMap((at, place) => {
      const count = Values[place] ?? 0
      return count > 0 ? [{ at: at.getTime(), count }] : []
    })
    const mend = `docs/operations.md#no-heartbeat; is the schedule of stack ${stack} enabled?`
    if (sweeps.length === 0) {
      const changedAt = Date.parse((await functions()).sweeper?.LastModified ?? '')
      return now - changedAt < LOOK_BACK * MINUTE * 1_000
        ? unknown('None yet: the sweeper was deployed a moment ago')
        : problem(`None in the last ${LONGEST_INTERVAL} minutes: nothing is retried`, mend)
    }
    const silence = now - Math.max(...sweeps.map(({ at }) => at))
    const interval = usualInterval(sweeps.map(({ at }) => at))
    const age = ageText(Math.round(silence / 1_000))
    // A point has the time of the minute in which it lies.
    if (interval !== undefined && silence > (LEFT_OUT + 1) * interval)
      return problem(`None for ${age}, before that one every ${ageText(interval / 1_000)}`, mend)
    const count = sweeps
      .filter(({ at }) => at >= now - LOOK_BACK * MINUTE * 1_000)
      .reduce((sum, sweep) => sum + sweep.count, 0)
    return ok(count === 0 ? `the last ${age} ago` : `${count} in the last ${LOOK_BACK} minutes`)
  },
}

/** Milliseconds between sweeps, mostly; undefined of too few. */
function usualInterval(times: readonly number[]): number | undefined {
  const sorted = times.toSorted((one, other) => one - other)
  const gaps = sorted.slice(1).map((at, place) => at - (sorted[place] ?? at))
  return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)]
}
