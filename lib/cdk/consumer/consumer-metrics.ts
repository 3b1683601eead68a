import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'

/** What can be measured of a consumer, by the metrics of SQS: to alarm on. */
export abstract class ConsumerMetrics extends Construct {
  /** What waits for the handler. */
  abstract readonly queue: Queue
  /** What was tried in vain. In the SQS console, "Start DLQ redrive" sends it back to the queue; what
   * a holding consumer put there itself, with the queue as custom destination. */
  abstract readonly deadLetterQueue: Queue
  /** What EventBridge could not put into the queue, with the reason in the message attributes. */
  abstract readonly undeliveredQueue: Queue

  /** Messages that wait for the handler. @default - the maximum, over 5 minutes */
  metricWaiting(props?: MetricOptions): Metric {
    return waiting(this.queue, props)
  }

  /** Seconds that the oldest message has waited. @default - the maximum, over 5 minutes */
  metricOldestMessageAge(props?: MetricOptions): Metric {
    return this.queue.metricApproximateAgeOfOldestMessage({ ...MOST, ...props })
  }

  /** Messages that were tried in vain. @default - the maximum, over 5 minutes */
  metricDeadLetters(props?: MetricOptions): Metric {
    return waiting(this.deadLetterQueue, props)
  }

  /** Events that EventBridge could not put into the queue. @default - the maximum, over 5 minutes */
  metricUndelivered(props?: MetricOptions): Metric {
    return waiting(this.undeliveredQueue, props)
  }
}

const MOST: MetricOptions = { statistic: 'Maximum' }

function waiting(queue: Queue, props?: MetricOptions): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ ...MOST, ...props })
}
