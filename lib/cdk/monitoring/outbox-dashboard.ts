import { type Alarm, AlarmStatusWidget, Dashboard, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { OUTBOX_INDEX } from '../outbox-index.js'
import type { ConsumerRow } from './consumer-row.js'
import { type Axes, graphRow } from './graph-row.js'
import type { MonitoredOutbox } from './monitored-outbox.js'
import type { ThrottledResource } from './throttles.js'

export interface DashboardParts {
  readonly alarms: readonly Alarm[]
  readonly consumers: ConsumerRow
  /** As the heartbeat alarm watches it. */
  readonly heartbeat: Metric
}

const WIDTH = 24

/** One screen, top to bottom as the events flow. Writers are not in it: nobody sees a commit but the table. */
export function outboxDashboard(
  scope: Construct,
  outbox: MonitoredOutbox,
  { alarms, consumers, heartbeat }: DashboardParts,
): Dashboard {
  const { relayFunction, sweeperFunction, redriveFunction, deadLetterQueue, relayFailureQueue, table } =
    outbox
  const { tableName: TableName } = table
  const { indexName: GlobalSecondaryIndexName } = OUTBOX_INDEX
  // Without a name of its own: dashboards are the account's, and the same stack may be in two Regions.
  const dashboard = new Dashboard(scope, 'Dashboard')
  dashboard.addWidgets(
    new AlarmStatusWidget({ title: outbox.outboxName, alarms: [...alarms], width: WIDTH, height: 3 }),
  )
  dashboard.addWidgets(
    ...graphRow({
      'Waiting: events': { left: [outbox.metricPending(), outbox.metricScheduled()] },
      'Waiting: age of the oldest (s)': { left: [outbox.metricOldestPendingAge()] },
      'Relay: iterator age (ms)': {
        left: [relayFunction.metric('IteratorAge', { statistic: Stats.MAXIMUM })],
      },
      'Relay: duration (ms), errors': work(relayFunction),
    }),
  )
  dashboard.addWidgets(
    ...graphRow({
      'Relay: published, retried': { left: [outbox.metricPublished(), outbox.metricRetried()] },
      'Relay: latency p50, p99 (ms)': {
        left: [50, 99].map((percent) =>
          outbox.metricPublishLatency({ statistic: Stats.percentile(percent), label: `p${percent}` }),
        ),
      },
      'Relay: handed over, marks failed, vanished; failure queue': {
        left: [outbox.metricHandedOver(), outbox.metricMarkFailed(), outbox.metricVanished()],
        right: [visible(relayFailureQueue, 'RelayFailureQueue')],
      },
      'Bus: heartbeats, outages, denied': {
        left: [heartbeat, outbox.metricOutage(), outbox.metricDenied()],
      },
    }),
  )
  dashboard.addWidgets(
    ...graphRow({
      'Sweeper: duration (ms), errors': work(sweeperFunction),
      'Sweeper: rescued, backed off, suspected, unreadable, incomplete': {
        left: [
          outbox.metricRescued(),
          outbox.metricBackedOff(),
          outbox.metricSuspected(),
          outbox.metricUnreadable(),
          outbox.metricSweepIncomplete(),
        ],
      },
      'Dead letters: in the table, rejected, given up': {
        left: [outbox.metricDead(), outbox.metricRejected(), outbox.metricGivenUp()],
      },
      'Notices: waiting, owed, in the queue': {
        left: [
          outbox.metricNoticesWaiting(),
          outbox.metricNoticeOwed(),
          visible(deadLetterQueue, 'DeadLetterQueue'),
        ],
      },
    }),
  )
  dashboard.addWidgets(consumers)
  dashboard.addWidgets(
    ...graphRow({
      'Redrive: duration (ms), errors': work(redriveFunction),
      'Redrive: redriven, settled, refused, failed': {
        left: [
          outbox.metricRedriven(),
          outbox.metricRedriveSettled(),
          outbox.metricRedriveRefused(),
          outbox.metricRedriveFailed(),
        ],
      },
      'Table: capacity, throttles': capacity({ TableName }),
      'Index: capacity, throttles': capacity({ TableName, GlobalSecondaryIndexName }),
      ...(outbox.archiveBucket === undefined ? {} : archive(outbox)),
    }),
  )
  return dashboard
}

function work(fn: IFunction): Axes {
  return {
    left: [
      fn.metricDuration({ statistic: Stats.percentile(50) }),
      fn.metricDuration({ statistic: 'Maximum' }),
    ],
    right: [fn.metricErrors(), fn.metricThrottles()],
  }
}

function archive(outbox: MonitoredOutbox): Readonly<Record<string, Axes>> {
  return {
    'Archive: events; delay (s)': { left: [outbox.metricArchived()], right: [outbox.metricArchiveDelay()] },
  }
}

function visible(queue: IQueue, label: string): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, label })
}

function capacity(dimensions: ThrottledResource): Axes {
  const metric = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { ...dimensions },
      statistic: Stats.SUM,
    })
  return {
    left: [metric('ConsumedReadCapacityUnits'), metric('ConsumedWriteCapacityUnits')],
    right: [metric('ReadThrottleEvents'), metric('WriteThrottleEvents')],
  }
}
