import type { JsonRecord } from '../../record.js'
import { optionalNumber, optionalString, requiredString } from '../api-input.js'
import type { Archive } from '../archives/archive.js'
import { constraintError } from '../constraint-error.js'
import type { EventsContext } from '../events-context.js'
import { compilePatternText } from '../pattern/compile-pattern.js'
import { eventPatternText } from '../pattern/event-pattern-text.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_CreateArchive.html */
export function createArchive(context: EventsContext, input: JsonRecord): JsonRecord {
  const { environment, buses, archives, now } = context
  const name = requiredString(input, 'ArchiveName')
  if (!/^[.\-_A-Za-z0-9]{1,48}$/.test(name)) {
    throw constraintError('archiveName', 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+', name)
  }
  const { arn: eventSourceArn } = buses.get(requiredString(input, 'EventSourceArn'))
  const arn = `arn:aws:events:${environment.region}:${environment.accountId}:archive/${name}`
  const description = optionalString(input, 'Description')
  const archive: Archive = {
    name,
    arn,
    eventSourceArn,
    ...(description !== undefined && { description }),
    ...archiveFilter(input, name),
    retentionDays: retentionDays(input) ?? 0,
    createdAt: now(),
  }
  archives.add(archive)
  return { ArchiveArn: arn, State: 'ENABLED', CreationTime: archive.createdAt / 1000 }
}

/** @throws AwsError InvalidEventPatternException, LimitExceededException */
export function archiveFilter(input: JsonRecord, name: string): Pick<Archive, 'filter'> {
  const text = eventPatternText(input, `archive ${name}`)
  return text === undefined ? {} : { filter: { text, pattern: compilePatternText(text) } }
}

/** @throws AwsError ValidationException */
export function retentionDays(input: JsonRecord): number | undefined {
  const days = optionalNumber(input, 'RetentionDays')
  if (days === undefined || (Number.isInteger(days) && days >= 0)) return days
  throw constraintError('retentionDays', 'have value greater than or equal to 0', String(days))
}
