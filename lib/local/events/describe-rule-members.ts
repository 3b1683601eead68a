import type { JsonRecord } from '../record.js'
import type { Rule } from './rule.js'

/** What DescribeRule and ListRules both show of a rule. */
export function describeRuleMembers(rule: Rule): JsonRecord {
  return {
    Name: rule.name,
    Arn: rule.arn,
    EventPattern: rule.patternText,
    State: rule.state,
    ...(rule.description !== undefined && { Description: rule.description }),
    ...(rule.roleArn !== undefined && { RoleArn: rule.roleArn }),
    EventBusName: rule.busName,
  }
}
