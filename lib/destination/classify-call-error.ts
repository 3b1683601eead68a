import { isThrottlingError, isTransientError } from '@smithy/core/retry'
import type { SendError, SendResult } from './event-destination.js'
import { isDenial } from './is-denial.js'
import { withoutQuotedValue } from './without-quoted-value.js'

/** EventBridge has no code of its own for it: the words are "Total size of the entries in the request is over the limit." */
const SIZE_REFUSAL = /\b(?:size|too large|entity too large)\b/i

/**
 * Reads the error of a call that failed as a whole. A client error may be one entry's fault or everybody's (a
 * missing permission); a server error, a throttle, a time-out and an answer that cannot be read are nobody's.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/CommonErrors.html
 */
export function classifyCallError(thrown: unknown): Exclude<SendResult, { kind: 'answered' }> {
  const error = sendError(thrown)
  const status = (thrown as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
  if (status === 413) return { kind: 'too-large', error }
  if (!isClientError(thrown, status)) return { kind: 'unavailable', error }
  if (error.code === 'ValidationException' && SIZE_REFUSAL.test(error.message))
    return { kind: 'too-large', error }
  return { kind: isDenial(error.code) ? 'denied' : 'refused', error }
}

export function sendError(thrown: unknown): SendError {
  return thrown instanceof Error
    ? { code: thrown.name, message: withoutQuotedValue(thrown.message) }
    : { code: 'UnknownError', message: 'Something that is no error was thrown' }
}

/** The service read the request and refused it. Success with a body that is cut or garbled is a lost answer. */
function isClientError(thrown: unknown, status: number | undefined): boolean {
  if (!isSdkError(thrown) || status === undefined || status < 400 || status >= 500) return false
  return status !== 408 && !isThrottlingError(thrown) && !isTransientError(thrown)
}

function isSdkError(thrown: unknown): thrown is Parameters<typeof isThrottlingError>[0] {
  return thrown instanceof Error && '$metadata' in thrown
}
