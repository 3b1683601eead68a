import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { LocalEnvironment } from '../../../resource-provider.js'
import type { Batch } from './batch.js'
import { type FailureContext, failureMessage } from './failure-message.js'

export type OnFailureDestination = (batch: Batch, context: FailureContext) => Promise<void>

/** A queue that is told of records given up. Without one, or when it takes no message, a warning says it. */
export function onFailureDestination(
  queueArn: string | undefined,
  queues: SQSClient,
  { endpoint, accountId, spies }: Pick<LocalEnvironment, 'endpoint' | 'accountId' | 'spies'>,
): OnFailureDestination {
  return async (batch, context) => {
    const { condition, streamArn } = context
    const what = `${batch.records.length} record(s) of ${streamArn} were given up (${condition})`
    if (queueArn === undefined) {
      spies.warn(`${what}; the mapping has no on-failure destination.`)
      return
    }
    const QueueUrl = `${endpoint}/${accountId}/${queueArn.split(':').at(-1)}`
    try {
      const MessageBody = JSON.stringify(failureMessage(batch, context))
      await queues.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    } catch (error) {
      spies.warn(`${what}; ${queueArn} takes no message: ${String(error)}`)
    }
  }
}
