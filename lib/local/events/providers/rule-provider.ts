import type { ResourceProvider } from '../../resource-provider.js'
import { putRule } from '../actions/put-rule.js'
import { putTargets } from '../actions/put-targets.js'
import { optionalList, optionalString } from '../api-input.js'
import { DEFAULT_BUS } from '../event-buses.js'
import type { EventsContext } from '../events-context.js'
import { patternProperty } from './pattern-property.js'
import { shortName } from './short-name.js'

/**
 * A rule with an event pattern, a schedule or both, and its targets. `Ref` is the rule's name on the default bus and
 * `bus|rule` on any other.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-rule.html
 */
export function ruleProvider(context: EventsContext): ResourceProvider {
  return {
    type: 'AWS::Events::Rule',
    provision: async ({ properties, generatedName }) => {
      const name = optionalString(properties, 'Name') ?? shortName(generatedName, 64)
      const bus = context.buses.get(optionalString(properties, 'EventBusName'))
      putRule(context, {
        ...properties,
        Name: name,
        EventBusName: bus.name,
        EventPattern: patternProperty(properties),
      })
      const targets = optionalList(properties, 'Targets') ?? []
      if (targets.length > 0) putTargets(context, { Rule: name, EventBusName: bus.name, Targets: targets })
      return {
        ref: bus.name === DEFAULT_BUS ? name : `${bus.name}|${name}`,
        attributes: { Arn: context.buses.getRule(name, bus.name).arn },
        stop: async () => {
          const rule = bus.rules.get(name)
          bus.rules.delete(name)
          if (rule !== undefined) context.schedules.end(rule)
        },
      }
    },
  }
}
