import { isRecord, type JsonRecord } from '../record.js'
import type { MessageBodies } from './message-bodies.js'
import type { QueueAddress } from './queue-address.js'

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

/** A call's input as the emulator has to get it. */
export function engineInput(
  operation: string,
  input: JsonRecord,
  address: QueueAddress,
  bodies: MessageBodies,
): JsonRecord {
  return {
    ...input,
    ...(typeof input['QueueUrl'] === 'string' ? { QueueUrl: address.engineUrl(input['QueueUrl']) } : {}),
    ...(isRecord(input['Attributes'])
      ? { Attributes: attributesToEngine(input['Attributes'], address) }
      : {}),
    ...(operation === 'GetQueueAttributes'
      ? { AttributeNames: attributeNames(input['AttributeNames']) }
      : {}),
    ...messageBody(input, bodies),
    ...(operation === 'SendMessageBatch' && Array.isArray(input['Entries'])
      ? {
          Entries: input['Entries'].map((entry: unknown) =>
            isRecord(entry) ? { ...entry, ...messageBody(entry, bodies) } : entry,
          ),
        }
      : {}),
  }
}

function attributesToEngine(attributes: JsonRecord, address: QueueAddress): JsonRecord {
  const entries = Object.entries(attributes)
  return Object.fromEntries(entries.map(([name, value]) => [name, address.arnsToEngine(String(value))]))
}

/** Without names SQS gives no attributes, the emulator gives all. */
function attributeNames(names: unknown): readonly unknown[] {
  if (!Array.isArray(names)) return []
  return names.includes('All') ? ALL_ATTRIBUTES : names
}

function messageBody(message: JsonRecord, bodies: MessageBodies): JsonRecord {
  const body = message['MessageBody']
  return typeof body === 'string' ? { MessageBody: bodies.toEngine(body) } : {}
}
