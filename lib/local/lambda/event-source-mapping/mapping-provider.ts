import type { ResourceProvider } from '../../resource-provider.js'
import type { EventSourceMapping } from './event-source-mapping.js'
import type { MappingEnvironment } from './mapping-environment.js'
import type { MappingRegistry } from './mapping-registry.js'
import { mappingSettings } from './mapping-settings.js'
import { startQueueMapping } from './queue/start-queue-mapping.js'
import { stopMapping } from './stop-mapping.js'
import { startStreamMapping } from './stream/start-stream-mapping.js'

/** `Ref` is the UUID. */
export function mappingProvider(
  environment: MappingEnvironment,
  mappings: MappingRegistry,
): ResourceProvider {
  const { region, accountId } = environment.local
  return {
    type: 'AWS::Lambda::EventSourceMapping',
    provision: async ({ properties }) => {
      const settings = mappingSettings(properties)
      // A mapping on a function that does not exist fails here, not at its first record.
      environment.functions.find(settings.functionName)
      const { source } = settings
      const mapping: EventSourceMapping =
        source.kind === 'stream'
          ? await startStreamMapping(settings, source, environment)
          : await startQueueMapping(settings, environment)
      mappings.add(mapping)
      const { uuid } = settings
      return {
        ref: uuid,
        attributes: {
          Id: uuid,
          EventSourceMappingArn: `arn:aws:lambda:${region}:${accountId}:event-source-mapping:${uuid}`,
        },
        stop: async () => {
          mappings.remove(uuid)
          await stopMapping(mapping, environment.clock)
        },
      }
    },
  }
}
