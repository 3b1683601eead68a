/**
 * SQS refuses messages with characters outside #x9 | #xA | #xD | #x20-#xD7FF | #xE000-#xFFFD | #x10000-#x10FFFF.
 * JSON.stringify has escaped control characters and lone surrogates already; U+FFFE and U+FFFF are left.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function escapeForQueue(json: string): string {
  return json.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff')
}
