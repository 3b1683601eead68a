import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { ok, problem, unknown } from '../answers.js'
import type { Check } from '../check.js'

const MINUTE = 60
/** Minutes; a sweep that came before is another matter. */
const LOOK_BACK = 30

/** By what it brings about: a schedule that is enabled may still lack its role or its target. */
export const sweepSchedule: Check = {
  name: 'sweeps',
  run: async ({ clients, outbox: { sweeperFunctionName, stack }, functions, clock }) => {
    if (sweeperFunctionName === undefined) return unknown('The sweeper is not known', 'give --stack <name>')
    const now = clock.now()
    const { MetricDataResults = [] } = await clients.cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - LOOK_BACK * MINUTE * 1_000),
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
    const sweeps = (MetricDataResults[0]?.Values ?? []).reduce((sum, count) => sum + count, 0)
    if (sweeps > 0) return ok(`${sweeps} in the last ${LOOK_BACK} minutes`)
    const changedAt = Date.parse((await functions()).sweeper?.LastModified ?? '')
    return now - changedAt < LOOK_BACK * MINUTE * 1_000
      ? unknown('None yet: the sweeper was deployed a moment ago')
      : problem(
          `None in the last ${LOOK_BACK} minutes: nothing is retried`,
          `docs/operations.md#no-heartbeat; is the schedule of stack ${stack} enabled?`,
        )
  },
}
