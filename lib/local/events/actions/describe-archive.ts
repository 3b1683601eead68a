import type { JsonRecord } from '../../record.js'
import { requiredString } from '../api-input.js'
import { describeArchiveMembers } from '../archives/archive.js'
import type { EventsContext } from '../events-context.js'

/**
 * The numbers are those of now; AWS may take 24 hours to count them.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeArchive.html
 */
export function describeArchive({ archives }: EventsContext, input: JsonRecord): JsonRecord {
  const archive = archives.get(requiredString(input, 'ArchiveName'))
  const { arn, description, filter } = archive
  return {
    ...describeArchiveMembers(archive, archives.sizeOf(archive)),
    ArchiveArn: arn,
    ...(description !== undefined && { Description: description }),
    ...(filter !== undefined && { EventPattern: filter.text }),
  }
}
