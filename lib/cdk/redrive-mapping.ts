import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { REDRIVE_BATCH_SIZE } from './defaults.js'

/** A message that fails comes again by itself; the others of its batch are done. */
export function redriveMapping(
  scope: Construct,
  target: IFunction,
  redriveQueue: IQueue,
): EventSourceMapping {
  return new EventSourceMapping(scope, 'RedriveMapping', {
    target,
    eventSourceArn: redriveQueue.queueArn,
    enabled: true,
    batchSize: REDRIVE_BATCH_SIZE,
    reportBatchItemFailures: true,
  })
}
