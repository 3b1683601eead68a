import type { JsonRecord } from '../record.js'

/** What `All` stands for. The emulator's own list has gaps. */
const ALL_ATTRIBUTES = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
  'ContentBasedDeduplication',
  'CreatedTimestamp',
  'DeduplicationScope',
  'DelaySeconds',
  'FifoQueue',
  'FifoThroughputLimit',
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'LastModifiedTimestamp',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'Policy',
  'QueueArn',
  'ReceiveMessageWaitTimeSeconds',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
  'VisibilityTimeout',
]

/** A call's input as the emulator has to get it. Without names SQS gives no attributes, the emulator gives all. */
export function engineInput(operation: string, input: JsonRecord): JsonRecord {
  if (operation !== 'GetQueueAttributes') return input
  const { AttributeNames: names } = input
  if (!Array.isArray(names)) return { ...input, AttributeNames: [] }
  return names.includes('All') ? { ...input, AttributeNames: ALL_ATTRIBUTES } : input
}
