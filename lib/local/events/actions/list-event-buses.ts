import type { JsonRecord } from '../../record.js'
import { optionalString } from '../api-input.js'
import { describeBus } from '../describe-bus.js'
import type { EventsContext } from '../events-context.js'
import { page } from '../page.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListEventBuses.html */
export function listEventBuses({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const prefix = optionalString(input, 'NamePrefix') ?? ''
  const found = buses.list().filter((bus) => bus.name.startsWith(prefix))
  const { items, next } = page(found, input)
  return { EventBuses: items.map(describeBus), ...next }
}
