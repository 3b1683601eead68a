/**
 * The same JSON without U+FFFE and U+FFFF: SQS refuses a message that holds one, so an event with one would be lost
 * between the bus and every queue. JSON.stringify has escaped control characters and lone surrogates already.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function escapeNoncharacters(json: string): string {
  return json.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff')
}
