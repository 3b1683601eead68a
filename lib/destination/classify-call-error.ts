import type { SendError, SendResult } from './event-destination.js'

const THROTTLED: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'LimitExceededException',
])

/** EventBridge has no code of its own for it: the words are "Total size of the entries in the request is over the limit." */
const SIZE_REFUSAL = /\b(?:size|too large|entity too large)\b/i

/**
 * Reads the error of a call that failed as a whole. A client error may be one entry's fault or everybody's (a
 * missing permission); a server error, a throttle and anything without an HTTP status is nobody's.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/CommonErrors.html
 */
export function classifyCallError(thrown: unknown): Exclude<SendResult, { kind: 'answered' }> {
  const error = sendError(thrown)
  const status = (thrown as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
  if (status === 413) return { kind: 'too-large', error }
  if (status === undefined || status >= 500 || status === 429 || THROTTLED.has(error.code))
    return { kind: 'unavailable', error }
  if (error.code === 'ValidationException' && SIZE_REFUSAL.test(error.message))
    return { kind: 'too-large', error }
  return { kind: 'refused', error }
}

export function sendError(thrown: unknown): SendError {
  return thrown instanceof Error
    ? { code: thrown.name, message: thrown.message }
    : { code: 'UnknownError', message: 'Something that is no error was thrown' }
}
