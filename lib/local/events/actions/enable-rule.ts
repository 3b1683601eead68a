import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_EnableRule.html */
export function enableRule({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const bus = buses.get(optionalString(input, 'EventBusName'))
  const rule = buses.getRule(requiredString(input, 'Name'), bus.name)
  bus.rules.set(rule.name, { ...rule, state: 'ENABLED' })
  return {}
}
