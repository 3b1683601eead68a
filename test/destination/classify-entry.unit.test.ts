import { describe, expect, it } from 'vitest'
import { classifyEntry } from '../../lib/destination/classify-entry.js'

// Every code of https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html
const DOCUMENTED = {
  ThrottlingException: 'throttled',
  InternalFailure: 'internal',
  MalformedDetail: 'malformed',
  AccessDeniedException: 'denied',
  InvalidAccountIdException: 'denied',
  InvalidArgument: 'refused',
  RedactionFailure: 'refused',
  NotAuthorizedForSourceException: 'denied',
  NotAuthorizedForDetailTypeException: 'denied',
} as const

describe('an entry of a PutEvents answer', () => {
  it.each(Object.entries(DOCUMENTED))('with the code %s is %s', (ErrorCode, kind) => {
    expect(classifyEntry({ ErrorCode, ErrorMessage: 'because' })).toEqual({
      kind,
      error: { code: ErrorCode, message: 'because' },
    })
  })

  it.each(['InternalException', 'LimitExceeded', 'SomethingOfNextYear'])(
    'with the unknown code %s is refused: nothing proves that it was taken',
    (ErrorCode) => {
      expect(classifyEntry({ ErrorCode })).toEqual({
        kind: 'refused',
        error: { code: ErrorCode, message: '' },
      })
    },
  )

  it.each([{ EventId: '1' }, { EventId: '1', ErrorCode: undefined }, { EventId: '1', ErrorCode: '' }])(
    'without a code is accepted: %j',
    (entry) => {
      expect(classifyEntry(entry)).toEqual({ kind: 'accepted' })
    },
  )

  it('that is missing proves nothing and is sent again', () => {
    expect(classifyEntry(undefined)).toMatchObject({ kind: 'internal', error: { code: 'NoAnswer' } })
  })
})
