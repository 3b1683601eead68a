import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import type { ResourceProvider } from '../../resource-provider.js'
import { optionalRecord, optionalString, requiredString } from '../api-input.js'
import type { EventBus } from '../event-bus.js'
import type { EventsContext } from '../events-context.js'

/**
 * A statement of a bus's resource policy, in the form of a whole `Statement` or of `Action` and `Principal`. It is
 * kept and shown by DescribeEventBus; within one account it grants nothing that is needed here.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-eventbuspolicy.html
 */
export function eventBusPolicyProvider({ environment, buses }: EventsContext): ResourceProvider {
  return {
    type: 'AWS::Events::EventBusPolicy',
    provision: async ({ logicalId, properties }) => {
      const id = requiredString(properties, 'StatementId')
      const bus = buses.get(optionalString(properties, 'EventBusName'))
      const statement = optionalRecord(properties, 'Statement')
      if (statement === undefined && properties['Principal'] === undefined) {
        throw new AwsError(
          'ValidationException',
          `Expected ${logicalId} (AWS::Events::EventBusPolicy) to have a \`Statement\`, or \`Action\` and \`Principal\`, got neither`,
        )
      }
      bus.statements.set(id, statement ?? shortForm(id, properties, bus, environment.accountId))
      return { ref: id, attributes: {}, stop: async () => void bus.statements.delete(id) }
    },
  }
}

function shortForm(id: string, properties: JsonRecord, bus: EventBus, accountId: string): JsonRecord {
  const principal = properties['Principal']
  const root = `arn:aws:iam::${principal ?? accountId}:root`
  return {
    Sid: id,
    Effect: 'Allow',
    Principal: principal === '*' ? '*' : { AWS: root },
    Action: properties['Action'] ?? 'events:PutEvents',
    Resource: bus.arn,
    ...(properties['Condition'] !== undefined && { Condition: properties['Condition'] }),
  }
}
