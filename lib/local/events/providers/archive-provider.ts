import type { ResourceProvider } from '../../resource-provider.js'
import { optionalString } from '../api-input.js'
import type { EventsContext } from '../events-context.js'

/**
 * An archive that exists by name only, and says so.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-archive.html
 */
export function archiveProvider({ environment }: EventsContext): ResourceProvider {
  return {
    type: 'AWS::Events::Archive',
    provision: async ({ logicalId, properties, generatedName }) => {
      const name = optionalString(properties, 'ArchiveName') ?? generatedName
      environment.spies.warn(
        `${logicalId} (AWS::Events::Archive) archives nothing in the local cloud: events cannot be replayed from it.`,
      )
      const arn = `arn:aws:events:${environment.region}:${environment.accountId}:archive/${name}`
      return { ref: name, attributes: { Arn: arn, ArchiveName: name } }
    },
  }
}
