import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { ConsumerSettings } from './consumer-settings.js'

/** A message that fails comes again by itself; the others of its batch are done. */
export function consumerMapping(
  scope: Construct,
  { batchSize, maxBatchingWindow, maxConcurrency }: ConsumerSettings,
  { handler, queue }: { readonly handler: IFunction; readonly queue: IQueue },
): EventSourceMapping {
  return new EventSourceMapping(scope, 'Mapping', {
    target: handler,
    eventSourceArn: queue.queueArn,
    enabled: true,
    batchSize,
    // Not even zero may be said of a FIFO queue.
    maxBatchingWindow: maxBatchingWindow.toSeconds() === 0 ? undefined : maxBatchingWindow,
    maxConcurrency,
    reportBatchItemFailures: true,
  })
}
