import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'
import { archiveFilter, retentionDays } from './create-archive.js'

/** What is not given stays. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_UpdateArchive.html */
export function updateArchive({ archives }: EventsContext, input: JsonRecord): JsonRecord {
  const archive = archives.get(requiredString(input, 'ArchiveName'))
  const description = optionalString(input, 'Description')
  archives.update({
    ...archive,
    ...(description !== undefined && { description }),
    ...archiveFilter(input, archive.name),
    retentionDays: retentionDays(input) ?? archive.retentionDays,
  })
  return { ArchiveArn: archive.arn, State: 'ENABLED', CreationTime: archive.createdAt / 1000 }
}
