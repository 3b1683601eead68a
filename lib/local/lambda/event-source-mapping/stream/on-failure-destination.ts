import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { LocalEnvironment } from '../../../resource-provider.js'
import { exponentialBackoff } from './backoff.js'
import type { Batch } from './batch.js'
import { type FailureContext, failureMessage } from './failure-message.js'

/** Lambda's are not documented. Milliseconds. */
const ATTEMPTS = 5
const pauseAfter = exponentialBackoff({ base: 100, cap: 10_000 })

/** True once the destination is told. Aborted, it tries once more and waits no longer. */
export type OnFailureDestination = (
  batch: Batch,
  context: FailureContext,
  signal: AbortSignal,
) => Promise<boolean>

/** A queue that is told of records given up. Without one, or when it takes no message, a warning says it. */
export function onFailureDestination(
  queueArn: string | undefined,
  queues: SQSClient,
  local: Pick<LocalEnvironment, 'endpoint' | 'accountId' | 'spies' | 'clock'>,
): OnFailureDestination {
  const { endpoint, accountId, spies, clock } = local
  return async (batch, context, signal) => {
    const { condition, streamArn, functionArn } = context
    const what = `${batch.records.length} record(s) of ${streamArn} were given up (${condition})`
    if (queueArn === undefined) {
      spies.warn(`${what}; the mapping has no on-failure destination.`)
      return false
    }
    const QueueUrl = `${endpoint}/${accountId}/${queueArn.split(':').at(-1)}`
    const MessageBody = JSON.stringify(failureMessage(batch, context))
    for (let failures = 1; ; failures += 1) {
      const isLast = failures === ATTEMPTS || signal.aborted
      try {
        await queues.send(new SendMessageCommand({ QueueUrl, MessageBody }))
        return true
      } catch (error) {
        if (isLast) {
          spies.warn(`${what}; ${queueArn} takes no message: ${String(error)}`)
          recordFailure(functionArn)
          return false
        }
        await clock.sleep(pauseAfter(failures), signal)
      }
    }
  }

  /**
   * By function, and over all of them.
   * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
   */
  function recordFailure(functionArn: string): void {
    const failure = {
      namespace: 'AWS/Lambda',
      name: 'DestinationDeliveryFailures',
      value: 1,
      unit: 'Count',
      at: new Date(clock.now()),
    }
    spies.recordMetric({ ...failure, dimensions: { FunctionName: functionArn.split(':')[6] ?? '' } })
    spies.recordMetric({ ...failure, dimensions: {} })
  }
}
