import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { ENVIRONMENT } from '../../environment.js'
import type { ConsumerSettings } from './consumer-settings.js'

export interface ConsumerResources {
  readonly inboxTable?: ITable
  readonly queue: IQueue
  readonly deadLetterQueue: IQueue
}

/** What the handler is told. */
export function consumerEnvironment(
  { name, inbox, hold }: ConsumerSettings,
  { inboxTable, queue, deadLetterQueue }: ConsumerResources,
): Record<string, string> {
  return {
    [ENVIRONMENT.consumerName]: name,
    ...(inbox === undefined || inboxTable === undefined
      ? {}
      : {
          [ENVIRONMENT.inboxEffects]: inbox.effects,
          [ENVIRONMENT.inboxTableName]: inboxTable.tableName,
          [ENVIRONMENT.inboxPartitionKey]: inbox.keys.partitionKey,
          [ENVIRONMENT.inboxSortKey]: inbox.keys.sortKey ?? '',
          [ENVIRONMENT.inboxTtlAttribute]: inbox.ttlAttribute,
          [ENVIRONMENT.inboxTtlSeconds]: String(inbox.ttl.toSeconds()),
        }),
    ...(hold === undefined
      ? {}
      : {
          [ENVIRONMENT.holdDeadlineSeconds]: String(hold.deadline.toSeconds()),
          [ENVIRONMENT.holdRetrySeconds]: String(hold.retryAfter.toSeconds()),
          [ENVIRONMENT.consumerQueueUrl]: queue.queueUrl,
          [ENVIRONMENT.consumerDeadLetterQueueUrl]: deadLetterQueue.queueUrl,
        }),
  }
}
