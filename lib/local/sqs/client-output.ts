import type { JsonRecord } from '../record.js'
import type { QueueAddress } from './queue-address.js'

/** The emulator's output with the URLs by which clients reach the queues. */
export function clientOutput(operation: string, output: JsonRecord, address: QueueAddress): JsonRecord {
  switch (operation) {
    case 'CreateQueue':
    case 'GetQueueUrl':
      return { ...output, QueueUrl: address.url(String(output['QueueUrl'])) }
    case 'ListQueues':
      return { ...output, QueueUrls: urls(output['QueueUrls'], address) }
    case 'ListDeadLetterSourceQueues':
      return { ...output, queueUrls: urls(output['queueUrls'], address) }
    default:
      return output
  }
}

function urls(list: unknown, address: QueueAddress): string[] {
  return Array.isArray(list) ? list.map((url) => address.url(String(url))) : []
}
