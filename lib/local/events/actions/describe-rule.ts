import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import { describeRuleMembers } from '../describe-rule-members.js'
import type { EventsContext } from '../events-context.js'

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_DescribeRule.html */
export function describeRule({ environment, buses }: EventsContext, input: JsonRecord): JsonRecord {
  const rule = buses.getRule(requiredString(input, 'Name'), optionalString(input, 'EventBusName'))
  return { ...describeRuleMembers(rule), CreatedBy: environment.accountId }
}
