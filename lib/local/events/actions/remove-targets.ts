import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString, requiredStrings } from '../api-input.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_RemoveTargets.html */
export function removeTargets({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const rule = buses.getRule(requiredString(input, 'Rule'), optionalString(input, 'EventBusName'))
  for (const id of requiredStrings(input, 'Ids')) rule.targets.delete(id)
  return { FailedEntryCount: 0, FailedEntries: [] }
}
