import type { Message } from '@aws-sdk/client-sqs'
import { SYNCHRONOUS_PAYLOAD_MAX_BYTES } from '../../lambda-limits.js'
import { sqsRecord } from './sqs-record.js'

export interface InvocationPayload {
  readonly messages: readonly Message[]
  /** JSON: `{ "Records": […] }`. */
  readonly text: string
}

const OPENING = '{"Records":['
const CLOSING = ']}'

/** Ten messages may be larger than one invocation: the batch is cut, in order, wherever the next one does not fit. */
export function invocationPayloads(
  messages: readonly Message[],
  queueArn: string,
  maximumBytes: number = SYNCHRONOUS_PAYLOAD_MAX_BYTES,
): InvocationPayload[] {
  const parts: { messages: Message[]; records: string[]; bytes: number }[] = []
  for (const message of messages) {
    const record = JSON.stringify(sqsRecord(message, queueArn))
    const bytes = Buffer.byteLength(record) + 1
    const part = parts.at(-1)
    if (part === undefined || part.bytes + bytes > maximumBytes) {
      parts.push({ messages: [message], records: [record], bytes: OPENING.length + CLOSING.length + bytes })
    } else {
      part.messages.push(message)
      part.records.push(record)
      part.bytes += bytes
    }
  }
  return parts.map((part) => ({
    messages: part.messages,
    text: `${OPENING}${part.records.join(',')}${CLOSING}`,
  }))
}
