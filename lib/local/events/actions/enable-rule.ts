import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'
import type { Rule } from '../rule.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_EnableRule.html */
export function enableRule({ buses, schedules }: EventsContext, input: JsonRecord): JsonRecord {
  const bus = buses.get(optionalString(input, 'EventBusName'))
  const rule: Rule = { ...buses.getRule(requiredString(input, 'Name'), bus.name), state: 'ENABLED' }
  bus.rules.set(rule.name, rule)
  schedules.update(rule)
  return {}
}
