import { resourceName } from '../call-resources.js'
import type { Backend } from '../gateway/backend.js'
import { isRecord, type JsonRecord } from '../record.js'
import { answerBody } from './answer-body.js'
import type { QueueDepth } from './queue-gauges.js'

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
const ATTRIBUTES = {
  visible: 'ApproximateNumberOfMessages',
  notVisible: 'ApproximateNumberOfMessagesNotVisible',
  delayed: 'ApproximateNumberOfMessagesDelayed',
} as const

/**
 * Asks the backend about every queue, past the gateway: it is SQS itself that looks, so nothing is recorded and no fault
 * strikes.
 */
export async function queueDepths(sqs: Backend, region: string): Promise<ReadonlyMap<string, QueueDepth>> {
  const { QueueUrls: urls } = await ask(sqs, region, 'ListQueues', {})
  const depths = new Map<string, QueueDepth>()
  for (const QueueUrl of Array.isArray(urls) ? urls : []) {
    const answer = await ask(sqs, region, 'GetQueueAttributes', {
      QueueUrl,
      AttributeNames: Object.values(ATTRIBUTES),
    })
    const attributes = isRecord(answer['Attributes']) ? answer['Attributes'] : undefined
    // Deleted in the meantime.
    if (attributes === undefined) continue
    const number = (name: string): number => Number(attributes[name] ?? 0)
    depths.set(resourceName(String(QueueUrl)), {
      visible: number(ATTRIBUTES.visible),
      notVisible: number(ATTRIBUTES.notVisible),
      delayed: number(ATTRIBUTES.delayed),
    })
  }
  return depths
}

async function ask(sqs: Backend, region: string, operation: string, input: JsonRecord): Promise<JsonRecord> {
  const call = {
    service: 'sqs',
    operation,
    region,
    caller: { kind: 'service', name: 'sqs.amazonaws.com' } as const,
    input,
    idle: <T>(waiting: () => Promise<T>) => waiting(),
  }
  const body = Buffer.from(JSON.stringify(input))
  const signal = new AbortController().signal
  const headers = { 'x-amz-target': `AmazonSQS.${operation}`, 'content-type': 'application/x-amz-json-1.0' }
  const response = await sqs.handle(call, {
    method: 'POST',
    url: new URL('http://gateway/'),
    headers,
    body,
    signal,
  })
  return answerBody(response)
}
