import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalString, requiredString } from '../api-input.js'
import { constraintError } from '../constraint-error.js'
import type { EventBus } from '../event-bus.js'
import { DEFAULT_BUS } from '../event-buses.js'
import type { EventsContext } from '../events-context.js'
import { compilePatternText } from '../pattern/compile-pattern.js'
import type { RuleState } from '../rule.js'

/** "Event pattern: 2,048 characters", "Rules per bus: 300": the default quotas. */
const MAX_PATTERN_CHARACTERS = 2048
const MAX_RULES = 300

/**
 * Creates or replaces a rule; its targets stay.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html
 */
export function putRule({ environment, buses }: EventsContext, input: JsonRecord): JsonRecord {
  const name = requiredString(input, 'Name')
  if (!/^[.\-_A-Za-z0-9]{1,64}$/.test(name)) {
    throw constraintError('name', 'satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+', name)
  }
  const bus = buses.get(optionalString(input, 'EventBusName'))
  const patternText = eventPattern(input, name)
  const pattern = compilePatternText(patternText)
  const state = ruleState(optionalString(input, 'State'))
  const description = optionalString(input, 'Description')
  const roleArn = optionalString(input, 'RoleArn')
  const existing = bus.rules.get(name)
  if (existing === undefined && bus.rules.size >= MAX_RULES) {
    throw new AwsError('LimitExceededException', 'The requested resource exceeds the maximum number allowed.')
  }
  const arn = `arn:aws:events:${environment.region}:${environment.accountId}:rule/${rulePath(bus, name)}`
  bus.rules.set(name, {
    name,
    arn,
    busName: bus.name,
    patternText,
    pattern,
    state,
    ...(description !== undefined && { description }),
    ...(roleArn !== undefined && { roleArn }),
    targets: existing?.targets ?? new Map(),
  })
  return { RuleArn: arn }
}

function eventPattern(input: JsonRecord, name: string): string {
  if (optionalString(input, 'ScheduleExpression') !== undefined) {
    throw new AwsError(
      'ValidationException',
      `Rule ${name} has a ScheduleExpression: this local cloud runs no scheduled rules. Use EventBridge Scheduler, which AWS recommends in their place.`,
    )
  }
  const text = optionalString(input, 'EventPattern')
  if (text === undefined) {
    throw new AwsError(
      'ValidationException',
      'Parameter(s) EventPattern or ScheduleExpression must be specified.',
    )
  }
  if (text.length > MAX_PATTERN_CHARACTERS) {
    throw new AwsError(
      'LimitExceededException',
      `The EventPattern of rule ${name} has ${text.length} characters; the quota is ${MAX_PATTERN_CHARACTERS}.`,
    )
  }
  return text
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
