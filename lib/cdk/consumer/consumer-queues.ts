import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { QUEUE_RETENTION } from '../defaults.js'
import type { ConsumerSettings } from './consumer-settings.js'

export interface ConsumerQueues {
  readonly queue: Queue
  readonly deadLetterQueue: Queue
  readonly undeliveredQueue: Queue
}

/** Kept when the consumer goes: what is in them is not handled yet. */
export function consumerQueues(
  scope: Construct,
  { fifo, retention, visibilityTimeout, maxReceiveCount }: ConsumerSettings,
): ConsumerQueues {
  const common = {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
  }
  // The dead-letter queue of a FIFO queue is FIFO, that of a rule's target is not.
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
  const undeliveredQueue = new Queue(scope, 'UndeliveredQueue', {
    ...common,
    retentionPeriod: QUEUE_RETENTION,
  })
  const deadLetterQueue = new Queue(scope, 'DeadLetterQueue', {
    ...common,
    ...(fifo ? { fifo: true } : {}),
    retentionPeriod: QUEUE_RETENTION,
    // SQS moves messages only out of a queue that another one names as its dead-letter queue. Nothing reads dead letters
    // a thousand times, so this moves nothing in, but lets the console move the undelivered to the consumer's queue.
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
    ...(fifo ? {} : { deadLetterQueue: { queue: undeliveredQueue, maxReceiveCount: MAX_RECEIVE_COUNT } }),
  })
  return {
    deadLetterQueue,
    undeliveredQueue,
    queue: new Queue(scope, 'Queue', {
      ...common,
      ...(fifo ? FIFO : {}),
      retentionPeriod: retention,
      visibilityTimeout: Duration.seconds(visibilityTimeout.toSeconds()),
      deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount },
    }),
  }
}

/** The most that SQS takes. */
const MAX_RECEIVE_COUNT = 1_000

const FIFO = {
  fifo: true,
  // EventBridge gives no deduplication id, so SQS makes one of the body.
  contentBasedDeduplication: true,
  // An event has one aggregate: nothing is lost by deduplicating group by group, and it is what lifts the limit of 300
  // messages per second of the whole queue.
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}
