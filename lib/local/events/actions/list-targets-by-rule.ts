import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'
import { page } from '../page.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListTargetsByRule.html */
export function listTargetsByRule({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const rule = buses.getRule(requiredString(input, 'Rule'), optionalString(input, 'EventBusName'))
  const { items, next } = page([...rule.targets.values()], input)
  return { Targets: items.map((target) => target.definition), ...next }
}
