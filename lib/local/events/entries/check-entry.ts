import { DETAIL_TYPE_MAX_CHARACTERS, SOURCE_MAX_CHARACTERS } from '../../../limits.js'
import { isValidDetail } from './detail.js'
import type { PutEventsEntry } from './put-events-entry.js'

export interface EntryFailure {
  readonly ErrorCode: string
  readonly ErrorMessage: string
}

/**
 * What fails a single entry, with HTTP 200 for the request.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html
 * @returns `undefined` for a valid entry
 */
export function checkEntry({ source, detailType, detail }: PutEventsEntry): EntryFailure | undefined {
  if (!source) return required('Source')
  if (!detailType) return required('DetailType')
  if (!detail) return required('Detail')
  if (source.length > SOURCE_MAX_CHARACTERS) return tooLong('Source', SOURCE_MAX_CHARACTERS)
  if (detailType.length > DETAIL_TYPE_MAX_CHARACTERS) return tooLong('DetailType', DETAIL_TYPE_MAX_CHARACTERS)
  if (source.startsWith('aws.')) {
    return {
      ErrorCode: 'NotAuthorizedForSourceException',
      ErrorMessage: 'Not authorized for the source.',
    }
  }
  if (!isValidDetail(detail)) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }
  return undefined
}

function required(member: string): EntryFailure {
  return invalid(member, `${member} is a required argument.`)
}

/** The limit is documented, the wording is not. */
function tooLong(member: string, maximum: number): EntryFailure {
  return invalid(member, `${member} must have at most ${maximum} characters.`)
}

function invalid(member: string, reason: string): EntryFailure {
  return {
    ErrorCode: 'InvalidArgument',
    ErrorMessage: `Parameter ${member} is not valid. Reason: ${reason}`,
  }
}
