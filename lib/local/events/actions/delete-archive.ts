import type { JsonRecord } from '../../record.js'
import { requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DeleteArchive.html */
export function deleteArchive({ archives }: EventsContext, input: JsonRecord): JsonRecord {
  archives.delete(archives.get(requiredString(input, 'ArchiveName')).name)
  return {}
}
