import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import { constraintError } from '../constraint-error.js'
import type { EventBus } from '../event-bus.js'
import { DEFAULT_BUS } from '../event-buses.js'
import type { EventsContext } from '../events-context.js'
import { compilePatternText } from '../pattern/compile-pattern.js'
import { eventPatternText } from '../pattern/event-pattern-text.js'
import type { Rule, RuleState } from '../rule.js'
import { ruleSchedule } from '../rule-schedule.js'

/** "Rules per bus: 300", the default quota. */
const MAX_RULES = 300

/**
 * Creates or replaces a rule; its targets stay.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html
 */
export function putRule(context: EventsContext, input: JsonRecord): JsonRecord {
  const { environment, buses, schedules, now } = context
  const name = requiredString(input, 'Name')
  if (!/^[.\-_A-Za-z0-9]{1,64}$/.test(name)) {
    throw constraintError('name', 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+', name)
  }
  const bus = buses.get(optionalString(input, 'EventBusName'))
  const patternText = eventPatternText(input, `rule ${name}`)
  const schedule = ruleSchedule(optionalString(input, 'ScheduleExpression'), now())
  if (patternText === undefined && schedule === undefined) {
    throw new AwsError(
      'ValidationException',
      'Parameter(s) EventPattern or ScheduleExpression must be specified.',
    )
  }
  if (schedule !== undefined && bus.name !== DEFAULT_BUS) {
    throw new AwsError(
      'ValidationException',
      'ScheduleExpression is supported only on the default event bus.',
    )
  }
  const state = ruleState(optionalString(input, 'State'))
  const description = optionalString(input, 'Description')
  const roleArn = optionalString(input, 'RoleArn')
  const existing = bus.rules.get(name)
  if (existing === undefined && bus.rules.size >= MAX_RULES) {
    throw new AwsError('LimitExceededException', 'The requested resource exceeds the maximum number allowed.')
  }
  const arn = `arn:aws:events:${environment.region}:${environment.accountId}:rule/${rulePath(bus, name)}`
  const rule: Rule = {
    name,
    arn,
    busName: bus.name,
    ...(patternText !== undefined && {
      filter: { text: patternText, pattern: compilePatternText(patternText) },
    }),
    ...(schedule !== undefined && { schedule }),
    state,
    ...(description !== undefined && { description }),
    ...(roleArn !== undefined && { roleArn }),
    targets: existing?.targets ?? new Map(),
  }
  bus.rules.set(name, rule)
  schedules.update(rule)
  return { RuleArn: arn }
}

function ruleState(state: string | undefined): RuleState {
  if (state === undefined || state === 'ENABLED') return 'ENABLED'
  if (state === 'DISABLED') return 'DISABLED'
  // Its difference (CloudTrail management events) has no meaning here.
  if (state === 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS') return 'ENABLED'
  const rule = 'satisfy enum value set: [ENABLED, DISABLED, ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS]'
  throw constraintError('state', rule, state)
}

function rulePath(bus: EventBus, name: string): string {
  return bus.name === DEFAULT_BUS ? name : `${bus.name}/${name}`
}
