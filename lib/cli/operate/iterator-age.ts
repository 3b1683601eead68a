import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import type { Clock } from '../../clock.js'
import type { AwsClients } from './aws-clients.js'
import { isDenied } from './is-denied.js'
import type { OutboxResources } from './outbox-resources.js'

const MINUTE = 60
/** Seconds. */
const LOOK_BACK = 15 * MINUTE

/**
 * How old the last record was that the relay got, in seconds; null when it got none lately, or when whoever asks may not
 * read metrics: the rest of a status is worth more than this.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 *
 * @throws the SDK's error
 */
export async function iteratorAge(
  { cloudWatch }: AwsClients,
  { relayFunctionName }: OutboxResources,
  clock: Clock,
): Promise<number | null> {
  if (relayFunctionName === undefined) return null
  const now = clock.now()
  try {
    const { MetricDataResults = [] } = await cloudWatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - LOOK_BACK * 1_000),
        // A minute that is not over yet counts, too.
        EndTime: new Date(now + MINUTE * 1_000),
        ScanBy: 'TimestampDescending',
        MetricDataQueries: [
          {
            Id: 'age',
            MetricStat: {
              Metric: {
                Namespace: 'AWS/Lambda',
                MetricName: 'IteratorAge',
                Dimensions: [{ Name: 'FunctionName', Value: relayFunctionName }],
              },
              Period: MINUTE,
              Stat: 'Maximum',
            },
          },
        ],
      }),
    )
    const [latest] = MetricDataResults[0]?.Values ?? []
    return latest === undefined ? null : Math.round(latest / 1_000)
  } catch (error) {
    if (isDenied(error)) return null
    throw error
  }
}
