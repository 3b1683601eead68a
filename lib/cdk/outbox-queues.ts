import { RemovalPolicy } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { QUEUE_RETENTION, REDRIVE_MAX_RECEIVE_COUNT, REDRIVE_VISIBILITY } from './defaults.js'

export interface OutboxQueues {
  readonly deadLetterQueue: Queue
  readonly redriveQueue: Queue
  readonly relayFailureQueue: Queue
}

export function outboxQueues(scope: Construct): OutboxQueues {
  const common = {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: QUEUE_RETENTION,
  }
  const deadLetterQueue = new Queue(scope, 'DeadLetterQueue', {
    ...common,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  return {
    deadLetterQueue,
    // SQS starts a redrive only from a queue that another SQS queue names as its dead-letter queue: without this
    // policy the console would refuse to move a single notice.
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
    redriveQueue: new Queue(scope, 'RedriveQueue', {
      ...common,
      // What is being redriven is not yet delivered.
      removalPolicy: RemovalPolicy.RETAIN,
      visibilityTimeout: REDRIVE_VISIBILITY,
      deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: REDRIVE_MAX_RECEIVE_COUNT },
    }),
    relayFailureQueue: new Queue(scope, 'RelayFailureQueue', common),
  }
}
