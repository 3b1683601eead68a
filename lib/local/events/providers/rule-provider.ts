import { createHash } from 'node:crypto'
import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import type { ResourceProvider } from '../../resource-provider.js'
import { putRule } from '../actions/put-rule.js'
import { putTargets } from '../actions/put-targets.js'
import { optionalList, optionalString } from '../api-input.js'
import { DEFAULT_BUS } from '../event-buses.js'
import type { EventsContext } from '../events-context.js'

/**
 * A rule with an event pattern, and its targets. `Ref` is the rule's name on the default bus and
 * `bus|rule` on any other.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-rule.html
 */
export function ruleProvider(context: EventsContext): ResourceProvider {
  return {
    type: 'AWS::Events::Rule',
    provision: async ({ logicalId, properties, generatedName }) => {
      if (properties['ScheduleExpression'] !== undefined) {
        throw new AwsError(
          'ValidationException',
          `${logicalId} (AWS::Events::Rule) has a ScheduleExpression: the local cloud runs no scheduled rules yet. Use AWS::Scheduler::Schedule, or leave the resource out locally.`,
        )
      }
      const name = optionalString(properties, 'Name') ?? withinRuleName(generatedName)
      const bus = context.buses.get(optionalString(properties, 'EventBusName'))
      putRule(context, {
        ...properties,
        Name: name,
        EventBusName: bus.name,
        EventPattern: patternText(properties),
      })
      const targets = optionalList(properties, 'Targets') ?? []
      if (targets.length > 0) putTargets(context, { Rule: name, EventBusName: bus.name, Targets: targets })
      return {
        ref: bus.name === DEFAULT_BUS ? name : `${bus.name}|${name}`,
        attributes: { Arn: context.buses.getRule(name, bus.name).arn },
        stop: async () => void bus.rules.delete(name),
      }
    },
  }
}

/** CloudFormation takes the pattern as an object or as text. */
function patternText(properties: JsonRecord): unknown {
  const pattern = properties['EventPattern']
  return typeof pattern === 'object' && pattern !== null ? JSON.stringify(pattern) : pattern
}

/** A rule's name has at most 64 characters; a hash keeps a shortened one unique. */
function withinRuleName(name: string): string {
  if (name.length <= 64) return name
  return `${name.slice(0, 51)}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}
