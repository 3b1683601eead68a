import { PUT_EVENTS_MAX_BYTES, PUT_EVENTS_MAX_ENTRIES, TRACE_HEADER_MAX_CHARACTERS } from '../../../limits.js'
import { AwsError } from '../../aws-error.js'
import { constraintError } from '../constraint-error.js'
import { entryBytes } from './entry-bytes.js'
import type { PutEventsEntry } from './put-events-entry.js'

const BUS_NAME =
  /^(arn:aws[\w-]*:events:[a-z]+-[a-z]+-[\w-]+:[0-9]{12}:event-bus\/)?[/.\-_A-Za-z0-9]{1,1600}$/

/**
 * What fails a PutEvents request as a whole: the constraints of the API model, the size, and no usable entry.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
 * @throws AwsError ValidationException. Unlike AWS's it repeats no entry: payloads do not belong in messages.
 */
export function checkRequest(entries: readonly PutEventsEntry[]): void {
  if (entries.length === 0) {
    throw constraintError('entries', 'have length greater than or equal to 1', '[]')
  }
  if (entries.length > PUT_EVENTS_MAX_ENTRIES) {
    const shown = `[${entries.map(() => 'PutEventsRequestEntry(…)').join(', ')}]`
    throw constraintError('entries', `have length less than or equal to ${PUT_EVENTS_MAX_ENTRIES}`, shown)
  }
  for (const [index, entry] of entries.entries()) checkModel(entry, `entries.${index + 1}.member`)
  const bytes = entries.reduce((sum, entry) => sum + entryBytes(entry), 0)
  // "The total entry size must be less than 1MB."
  if (bytes >= PUT_EVENTS_MAX_BYTES) {
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.')
  }
  if (!entries.some(({ source, detailType, detail }) => source && detailType && detail)) {
    // Documented ("EventBridge fails the entire request"); the wording is not.
    throw new AwsError(
      'ValidationException',
      'Parameter Entries is not valid. Reason: no entry has a Source, a DetailType and a Detail.',
    )
  }
}

function checkModel({ traceHeader, eventBusName }: PutEventsEntry, member: string): void {
  if (traceHeader !== undefined && traceHeader.length > TRACE_HEADER_MAX_CHARACTERS) {
    const rule = `have length less than or equal to ${TRACE_HEADER_MAX_CHARACTERS}`
    throw constraintError(`${member}.traceHeader`, rule, traceHeader)
  }
  if (traceHeader === '') {
    throw constraintError(`${member}.traceHeader`, 'have length greater than or equal to 1', '')
  }
  if (eventBusName !== undefined && !BUS_NAME.test(eventBusName)) {
    const rule = `satisfy regular expression pattern: ${BUS_NAME.source}`
    throw constraintError(`${member}.eventBusName`, rule, eventBusName)
  }
}
