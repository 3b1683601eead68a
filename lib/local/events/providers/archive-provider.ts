import type { ResourceProvider } from '../../resource-provider.js'
import { createArchive } from '../actions/create-archive.js'
import { optionalString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'
import { patternProperty } from './pattern-property.js'
import { shortName } from './short-name.js'

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-archive.html */
export function archiveProvider(context: EventsContext): ResourceProvider {
  return {
    type: 'AWS::Events::Archive',
    provision: async ({ logicalId, properties, generatedName }) => {
      if (properties['KmsKeyIdentifier'] !== undefined) {
        context.environment.spies.warn(
          `${logicalId} (AWS::Events::Archive): KmsKeyIdentifier has no effect in the local cloud.`,
        )
      }
      const name = optionalString(properties, 'ArchiveName') ?? shortName(generatedName, 48)
      createArchive(context, {
        ...properties,
        ArchiveName: name,
        EventSourceArn: properties['SourceArn'],
        EventPattern: patternProperty(properties),
        RetentionDays: numberProperty(properties['RetentionDays']),
      })
      const { arn } = context.archives.get(name)
      return {
        ref: name,
        attributes: { Arn: arn, ArchiveName: name },
        stop: async () => context.archives.delete(name),
      }
    },
  }
}

/** CloudFormation allows a number to be written as text. */
function numberProperty(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}
