import type { JsonRecord } from '../record.js'
import type { Rule } from './rule.js'

/** What DescribeRule and ListRules both show of a rule. */
export function describeRuleMembers(rule: Rule): JsonRecord {
  return {
    Name: rule.name,
    Arn: rule.arn,
    ...(rule.filter !== undefined && { EventPattern: rule.filter.text }),
    ...(rule.schedule !== undefined && { ScheduleExpression: rule.schedule.text }),
    State: rule.state,
    ...(rule.description !== undefined && { Description: rule.description }),
    ...(rule.roleArn !== undefined && { RoleArn: rule.roleArn }),
    EventBusName: rule.busName,
  }
}
