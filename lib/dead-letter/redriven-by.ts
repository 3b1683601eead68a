import type { SQSRecord } from 'aws-lambda'

/** An assumed role's name and session fit; rows should stay small. */
const MAX_CHARACTERS = 256

/** The message attribute by which a program says on whose behalf it sends. */
export const REQUESTED_BY_ATTRIBUTE = 'requestedBy'

/**
 * Who is written down for a redrive: whoever the message names, in its body or its attribute; else whose message SQS
 * says it is, and through which queue. A message that the console moves may carry the name of its first sender, the
 * relay, so the queue is always told. It is a note for people and proves nothing: whoever may send may name anybody.
 */
export function redrivenBy(record: SQSRecord, requestedBy: string | undefined): string {
  const named = requestedBy ?? record.messageAttributes?.[REQUESTED_BY_ATTRIBUTE]?.stringValue
  const queue = `sqs:${record.eventSourceARN.split(':').at(-1)}`
  const sender = record.attributes?.SenderId
  return line(named ?? '') || line(sender === undefined ? queue : `${sender} via ${queue}`)
}

function line(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu, ' ').trim()
  return [...clean].slice(0, MAX_CHARACTERS).join('')
}
