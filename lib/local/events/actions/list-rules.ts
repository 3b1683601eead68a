import type { JsonRecord } from '../../record.js'
import { optionalString } from '../api-input.js'
import { describeRuleMembers } from '../describe-rule-members.js'
import type { EventsContext } from '../events-context.js'
import { page } from '../page.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListRules.html */
export function listRules({ buses }: EventsContext, input: JsonRecord): JsonRecord {
  const prefix = optionalString(input, 'NamePrefix') ?? ''
  const bus = buses.get(optionalString(input, 'EventBusName'))
  const found = [...bus.rules.values()]
    .filter((rule) => rule.name.startsWith(prefix))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const { items, next } = page(found, input)
  return { Rules: items.map(describeRuleMembers), ...next }
}
