import type { MessageAttributeValue } from '@aws-sdk/client-sqs'

/** A message attribute's value may be neither empty nor hold what SQS refuses; 256 characters are enough to find it. */
const MAX_CHARACTERS = 256

/**
 * Texts as message attributes: what SQS refuses is replaced, what is empty left out.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function messageAttributes(
  texts: Readonly<Record<string, string>>,
): Record<string, MessageAttributeValue> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => {
      const allowed = value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
      const StringValue = [...allowed].slice(0, MAX_CHARACTERS).join('')
      return StringValue === '' ? [] : [[name, { DataType: 'String', StringValue }]]
    }),
  )
}
