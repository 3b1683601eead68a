import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { EVENT_TYPE_DIMENSION, METRIC, type MetricByEventType } from '../telemetry.js'
import { type OutboxMetricName, outboxMetric } from './outbox-metric.js'

/** What can be measured of an outbox. */
export abstract class OutboxMetrics extends Construct {
  /** Unique and stable as long as the construct stays where it is: the dimension of all metrics. */
  abstract readonly outboxName: string

  /** A metric of this outbox by its name. @default - the sum of counts, the maximum of levels, over 5 minutes */
  metric(name: OutboxMetricName, props?: MetricOptions): Metric {
    return outboxMetric(this.outboxName, name, props)
  }

  /**
   * A metric of the events of one type: one that `metricsByEventType` names, else it has no values.
   * @default - the sum of counts, the 99th percentile of the latency, over 5 minutes
   */
  metricOfType(eventType: string, name: MetricByEventType, props?: MetricOptions): Metric {
    const metric = this.metric(name, props)
    return metric.with({ dimensionsMap: { ...metric.dimensions, [EVENT_TYPE_DIMENSION]: eventType } })
  }

  /** Events that EventBridge accepted and whose row says so. @default - the sum, over 5 minutes */
  metricPublished(props?: MetricOptions): Metric {
    return this.metric(METRIC.published, props)
  }

  /** Milliseconds from an event's `occurredAt` to PUBLISHED. @default - the 99th percentile, over 5 minutes */
  metricPublishLatency(props?: MetricOptions): Metric {
    return this.metric(METRIC.publishLatency, props)
  }

  /** Entries that were sent again within an invocation. @default - the sum, over 5 minutes */
  metricRetried(props?: MetricOptions): Metric {
    return this.metric(METRIC.retried, props)
  }

  /** Events that can never be delivered. @default - the sum, over 5 minutes */
  metricRejected(props?: MetricOptions): Metric {
    return this.metric(METRIC.rejected, props)
  }

  /** Events that left the relay for the sweeper. @default - the sum, over 5 minutes */
  metricHandedOver(props?: MetricOptions): Metric {
    return this.metric(METRIC.handedOver, props)
  }

  /** Accepted events whose row could not be marked: possible duplicates. @default - the sum, over 5 minutes */
  metricMarkFailed(props?: MetricOptions): Metric {
    return this.metric(METRIC.markFailed, props)
  }

  /** Times that relay or sweeper met EventBridge or DynamoDB out of order. @default - the sum, over 5 minutes */
  metricOutage(props?: MetricOptions): Metric {
    return this.metric(METRIC.outage, props)
  }

  /** Events whose row was gone before they were sent. @default - the sum, over 5 minutes */
  metricVanished(props?: MetricOptions): Metric {
    return this.metric(METRIC.vanished, props)
  }

  /** Stream records and due rows that nobody can act on. @default - the sum, over 5 minutes */
  metricUnreadable(props?: MetricOptions): Metric {
    return this.metric(METRIC.unreadable, props)
  }

  /** Dead letters whose notice is still to be sent. @default - the sum, over 5 minutes */
  metricNoticeOwed(props?: MetricOptions): Metric {
    return this.metric(METRIC.noticeOwed, props)
  }

  /** Events refused for a missing permission or a wrong setting. @default - the sum, over 5 minutes */
  metricDenied(props?: MetricOptions): Metric {
    return this.metric(METRIC.denied, props)
  }

  /** Events that failed by themselves for too long: now dead letters. @default - the sum, over 5 minutes */
  metricGivenUp(props?: MetricOptions): Metric {
    return this.metric(METRIC.givenUp, props)
  }

  /** Deliveries by the sweeper that will be tried again. @default - the sum, over 5 minutes */
  metricBackedOff(props?: MetricOptions): Metric {
    return this.metric(METRIC.backedOff, props)
  }

  /** Events that the relay should have delivered, and the sweeper took up. @default - the sum, over 5 minutes */
  metricRescued(props?: MetricOptions): Metric {
    return this.metric(METRIC.rescued, props)
  }

  /** Published events that went to the archive. @default - the sum, over 5 minutes */
  metricArchived(props?: MetricOptions): Metric {
    return this.metric(METRIC.archived, props)
  }

  /** Seconds for which the first of the rows has been due for the archive. @default - the maximum, over 5 minutes */
  metricArchiveDelay(props?: MetricOptions): Metric {
    return this.metric(METRIC.archiveDelay, props)
  }

  /** Events that may kill the process: tried last and alone. @default - the sum, over 5 minutes */
  metricSuspected(props?: MetricOptions): Metric {
    return this.metric(METRIC.suspected, props)
  }

  /** Sweeps that left something undone. @default - the sum, over 5 minutes */
  metricSweepIncomplete(props?: MetricOptions): Metric {
    return this.metric(METRIC.sweepIncomplete, props)
  }

  /** Seconds that the oldest event has waited for its delivery. @default - the maximum, over 5 minutes */
  metricOldestPendingAge(props?: MetricOptions): Metric {
    return this.metric(METRIC.oldestPendingAge, props)
  }

  /** Events that wait for delivery, without scheduled ones. @default - the maximum, over 5 minutes */
  metricPending(props?: MetricOptions): Metric {
    return this.metric(METRIC.pending, props)
  }

  /** Events that are scheduled for later. @default - the maximum, over 5 minutes */
  metricScheduled(props?: MetricOptions): Metric {
    return this.metric(METRIC.scheduled, props)
  }

  /** Dead letters in the table. @default - the maximum, over 5 minutes */
  metricDead(props?: MetricOptions): Metric {
    return this.metric(METRIC.dead, props)
  }

  /** Dead letters whose notice is not in the queue. @default - the maximum, over 5 minutes */
  metricNoticesWaiting(props?: MetricOptions): Metric {
    return this.metric(METRIC.noticesWaiting, props)
  }

  /** Dead letters that a person had sent again. @default - the sum, over 5 minutes */
  metricRedriven(props?: MetricOptions): Metric {
    return this.metric(METRIC.redriven, props)
  }

  /** Redrive messages that found nothing to do. @default - the sum, over 5 minutes */
  metricRedriveSettled(props?: MetricOptions): Metric {
    return this.metric(METRIC.redriveSettled, props)
  }

  /** Redrive messages that cannot be read. @default - the sum, over 5 minutes */
  metricRedriveRefused(props?: MetricOptions): Metric {
    return this.metric(METRIC.redriveRefused, props)
  }

  /** Redrive messages that could not be carried out yet. @default - the sum, over 5 minutes */
  metricRedriveFailed(props?: MetricOptions): Metric {
    return this.metric(METRIC.redriveFailed, props)
  }
}
