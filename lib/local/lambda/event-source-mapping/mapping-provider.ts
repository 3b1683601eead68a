import type { ResourceProvider } from '../../resource-provider.js'
import type { MappingEnvironment } from './mapping-environment.js'
import type { MappingRegistry } from './mapping-registry.js'
import { newMapping } from './new-mapping.js'

/** `Ref` is the UUID. */
export function mappingProvider(
  environment: MappingEnvironment,
  mappings: MappingRegistry,
): ResourceProvider {
  const { region, accountId } = environment.local
  return {
    type: 'AWS::Lambda::EventSourceMapping',
    provision: async ({ properties }) => {
      const mapping = await newMapping(properties, environment)
      await mapping.provision()
      mappings.add(mapping)
      const { uuid } = mapping.settings
      return {
        ref: uuid,
        attributes: {
          Id: uuid,
          EventSourceMappingArn: `arn:aws:lambda:${region}:${accountId}:event-source-mapping:${uuid}`,
        },
        stop: async () => {
          mappings.remove(uuid)
          await mapping.stop()
        },
      }
    },
  }
}
