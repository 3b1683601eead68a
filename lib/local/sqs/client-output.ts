import { isRecord, type JsonRecord } from '../record.js'
import { type MessageBodies, md5 } from './message-bodies.js'
import type { QueueAddress } from './queue-address.js'

/** The emulator's output as clients have to get it. */
export function clientOutput(
  operation: string,
  input: JsonRecord,
  output: JsonRecord,
  address: QueueAddress,
  bodies: MessageBodies,
): JsonRecord {
  switch (operation) {
    case 'CreateQueue':
    case 'GetQueueUrl':
      return { ...output, QueueUrl: address.url(String(output['QueueUrl'])) }
    case 'ListQueues':
      return { ...output, QueueUrls: list(output['QueueUrls']).map((url) => address.url(String(url))) }
    case 'GetQueueAttributes':
      return { ...output, Attributes: attributesToClient(output['Attributes'], address) }
    case 'SendMessage':
      return { ...output, MD5OfMessageBody: md5(String(input['MessageBody'])) }
    case 'SendMessageBatch':
      return { ...output, Successful: list(output['Successful']).map((sent) => withDigest(sent, input)) }
    case 'ReceiveMessage':
      return 'Messages' in output
        ? { ...output, Messages: list(output['Messages']).map((message) => withBody(message, bodies)) }
        : output
    default:
      return output
  }
}

function attributesToClient(attributes: unknown, address: QueueAddress): JsonRecord {
  const entries = Object.entries(isRecord(attributes) ? attributes : {})
  return Object.fromEntries(entries.map(([name, value]) => [name, address.arnsToClient(String(value))]))
}

function withDigest(sent: unknown, input: JsonRecord): unknown {
  if (!isRecord(sent)) return sent
  const entry = list(input['Entries']).find((given) => isRecord(given) && given['Id'] === sent['Id'])
  return isRecord(entry) ? { ...sent, MD5OfMessageBody: md5(String(entry['MessageBody'])) } : sent
}

function withBody(message: unknown, bodies: MessageBodies): unknown {
  if (!isRecord(message)) return message
  const body = bodies.fromEngine(String(message['Body']))
  return body === undefined ? message : { ...message, Body: body, MD5OfBody: md5(body) }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
