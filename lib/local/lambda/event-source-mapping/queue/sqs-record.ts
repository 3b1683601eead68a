import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs'

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event */
export interface SqsRecord {
  readonly messageId: string
  readonly receiptHandle: string
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
  readonly messageAttributes: Readonly<Record<string, SqsMessageAttribute>>
  readonly md5OfBody: string
  readonly md5OfMessageAttributes?: string
  readonly eventSource: 'aws:sqs'
  readonly eventSourceARN: string
  readonly awsRegion: string
}

export interface SqsMessageAttribute {
  readonly stringValue?: string
  /** Base64. */
  readonly binaryValue?: string
  readonly stringListValues: readonly never[]
  readonly binaryListValues: readonly never[]
  readonly dataType: string
}

/** A message as the function sees it. */
export function sqsRecord(message: Message, queueArn: string): SqsRecord {
  const { MD5OfMessageAttributes: attributesDigest } = message
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, messageAttribute(value)]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    ...(attributesDigest === undefined ? {} : { md5OfMessageAttributes: attributesDigest }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  }
}

function messageAttribute(value: MessageAttributeValue): SqsMessageAttribute {
  const { StringValue: text, BinaryValue: bytes, DataType: dataType = '' } = value
  return {
    ...(text === undefined ? {} : { stringValue: text }),
    ...(bytes === undefined ? {} : { binaryValue: Buffer.from(bytes).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType,
  }
}
