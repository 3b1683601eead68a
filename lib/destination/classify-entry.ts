import type { PutEventsResultEntry } from '@aws-sdk/client-eventbridge'
import type { EntryResult } from './event-destination.js'
import { isDenial } from './is-denial.js'
import { withoutQuotedValue } from './without-quoted-value.js'

/**
 * Reads one entry of a PutEvents answer. Only InternalFailure and ThrottlingException are documented as worth a
 * repetition; a code that is not known is treated as a refusal of this entry.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html
 */
export function classifyEntry(entry: PutEventsResultEntry | undefined): EntryResult {
  // An answer that lacks the entry proves nothing about it.
  if (entry === undefined)
    return {
      kind: 'internal',
      error: { code: 'NoAnswer', message: 'The answer has no entry for this event' },
    }
  const { ErrorCode: code, ErrorMessage } = entry
  if (code === undefined || code === '') return { kind: 'accepted' }
  const error = { code, message: withoutQuotedValue(ErrorMessage ?? '') }
  if (code === 'MalformedDetail') return { kind: 'malformed', error }
  if (code === 'ThrottlingException') return { kind: 'throttled', error }
  if (code === 'InternalFailure') return { kind: 'internal', error }
  return { kind: isDenial(code) ? 'denied' : 'refused', error }
}
