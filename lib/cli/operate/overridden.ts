import type { OperateOptions } from './operate-options.js'
import type { OutboxResources } from './outbox-resources.js'

/** The outbox, with the parts that flags name. */
export function overridden(outbox: OutboxResources, options: OperateOptions): OutboxResources {
  const partitionKey = options.partitionKey ?? outbox.keys.partitionKey
  const sortKey = options.sortKey ?? outbox.keys.sortKey
  return {
    ...outbox,
    tableName: options.table ?? outbox.tableName,
    keys: sortKey ? { partitionKey, sortKey } : { partitionKey },
    ttlAttribute: options.ttlAttribute ?? outbox.ttlAttribute,
    eventBusArn: options.bus ?? outbox.eventBusArn,
    relayMappingId: options.relayMapping ?? outbox.relayMappingId,
    deadLetterQueueUrl: options.deadLetterQueue ?? outbox.deadLetterQueueUrl,
    redriveQueueUrl: options.redriveQueue ?? outbox.redriveQueueUrl,
    relayFailureQueueUrl: options.relayFailureQueue ?? outbox.relayFailureQueueUrl,
  }
}
