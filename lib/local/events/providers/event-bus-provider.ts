import type { ResourceProvider } from '../../resource-provider.js'
import { createEventBus } from '../actions/create-event-bus.js'
import type { EventsContext } from '../events-context.js'

/** What a bus may have on AWS and has no effect here. */
export const KEPT_OUT: readonly string[] = [
  'DeadLetterConfig',
  'EventSourceName',
  'KmsKeyIdentifier',
  'LogConfig',
]

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-eventbus.html */
export function eventBusProvider(context: EventsContext): ResourceProvider {
  return {
    type: 'AWS::Events::EventBus',
    provision: async ({ logicalId, properties }) => {
      const ignored = KEPT_OUT.filter((name) => properties[name] !== undefined)
      if (ignored.length > 0) {
        context.environment.spies.warn(
          `${logicalId} (AWS::Events::EventBus): ${ignored.join(', ')} has no effect in the local cloud.`,
        )
      }
      createEventBus(context, properties)
      const bus = context.buses.get(String(properties['Name']))
      return {
        ref: bus.name,
        attributes: { Arn: bus.arn, Name: bus.name },
        stop: async () => context.buses.delete(bus.name),
      }
    },
  }
}
