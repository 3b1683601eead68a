import { describe, expect, it } from 'vitest'
import { classifyCallError } from '../../lib/destination/classify-call-error.js'

function awsError(name: string, httpStatusCode?: number, message = 'Because'): Error {
  const error = new Error(message)
  error.name = name
  return Object.assign(error, { $metadata: { httpStatusCode } })
}

/** As services that validate their input say it: the refused value is quoted, and here that is the payload. */
const quoting = (payload: string): string =>
  `1 validation error detected: Value '[PutEventsRequestEntry(detail=${payload})]' at 'entries' failed to satisfy constraint: Member must have length less than or equal to 10`

describe('the error of a whole call', () => {
  it.each([
    ['InternalException', 500],
    ['ServiceUnavailable', 503],
    ['ThrottlingException', 400],
    ['Throttling', 400],
    ['RequestThrottled', 400],
    ['TooManyRequestsException', 429],
    ['RequestLimitExceeded', 400],
    ['LimitExceededException', 400],
    ['UnknownError', 429],
    ['RequestTimeoutException', 408],
    ['RequestTimeout', 400],
    ['RequestTimeout', 408],
  ])('%s with status %i says nothing about the entries: unavailable', (name, status) => {
    expect(classifyCallError(awsError(name, status))).toEqual({
      kind: 'unavailable',
      error: { code: name, message: 'Because' },
    })
  })

  it.each(['TimeoutError', 'AbortError', 'ECONNRESET', 'ENOTFOUND', 'CredentialsProviderError'])(
    '%s without a status: unavailable',
    (name) => {
      expect(classifyCallError(awsError(name))).toMatchObject({ kind: 'unavailable', error: { code: name } })
      const bare = new Error('no metadata')
      bare.name = name
      expect(classifyCallError(bare)).toMatchObject({ kind: 'unavailable' })
    },
  )

  it('an answer of success that cannot be read is a lost answer, not a refusal', () => {
    expect(classifyCallError(awsError('SyntaxError', 200))).toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    ['AccessDenied', 403],
    ['AccessDeniedException', 400],
    ['AccessDeniedException', 403],
    ['NotAuthorizedForDetailTypeException', 400],
  ])(
    '%s with status %i may be about one entry or about all, and is not the fault of either: denied',
    (name, status) => {
      expect(classifyCallError(awsError(name, status))).toMatchObject({
        kind: 'denied',
        error: { code: name },
      })
    },
  )

  it.each([
    ['UnrecognizedClientException', 400],
    ['ValidationException', 400],
    ['ResourceNotFoundException', 400],
    ['SomethingOfNextYear', 418],
  ])('%s with status %i may be one entry or the configuration: refused', (name, status) => {
    expect(classifyCallError(awsError(name, status))).toMatchObject({
      kind: 'refused',
      error: { code: name },
    })
  })

  it.each([
    'Total size of the entries in the request is over the limit.',
    'Request size exceeded 262144 bytes',
    'Request entity too large',
  ])('a ValidationException for size is too-large: %s', (message) => {
    expect(classifyCallError(awsError('ValidationException', 400, message))).toMatchObject({
      kind: 'too-large',
    })
  })

  it('status 413 is too-large whatever its name', () => {
    expect(classifyCallError(awsError('RequestEntityTooLargeException', 413))).toMatchObject({
      kind: 'too-large',
    })
  })

  it('does not take the word size in a quoted payload for a refusal for size', () => {
    const error = awsError('ValidationException', 400, quoting('{"size":"XL"}'))
    expect(classifyCallError(error)).toMatchObject({ kind: 'refused' })
  })

  it('keeps no payload that the message quotes', () => {
    const { error } = classifyCallError(awsError('ValidationException', 400, quoting("it's a secret' at 'x")))
    expect(error.message).not.toMatch('secret')
    expect(error.message).toMatch("at 'entries' failed to satisfy constraint")
  })

  it.each(['thrown', undefined, null, 42])('what is no error is unavailable: %s', (thrown) => {
    expect(classifyCallError(thrown)).toMatchObject({ kind: 'unavailable', error: { code: 'UnknownError' } })
  })
})
