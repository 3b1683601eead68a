import type { JsonRecord } from '../../record.js'
import { optionalString } from '../api-input.js'
import { describeArchiveMembers } from '../archives/archive.js'
import type { EventsContext } from '../events-context.js'
import { page } from '../page.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListArchives.html */
export function listArchives({ archives }: EventsContext, input: JsonRecord): JsonRecord {
  const prefix = optionalString(input, 'NamePrefix') ?? ''
  const source = optionalString(input, 'EventSourceArn')
  const state = optionalString(input, 'State') ?? 'ENABLED'
  const found = archives
    .list()
    .filter(({ name }) => name.startsWith(prefix))
    .filter(({ eventSourceArn }) => source === undefined || eventSourceArn === source)
    .filter(() => state === 'ENABLED')
  const { items, next } = page(found, input)
  return { Archives: items.map((item) => describeArchiveMembers(item, archives.sizeOf(item))), ...next }
}
