import type { ResourceProvider } from '../../resource-provider.js'
import type { MappingEnvironment } from './mapping-environment.js'
import { NEW_MAPPING_MEMBERS } from './mapping-members.js'
import type { MappingRegistry } from './mapping-registry.js'
import { newMapping } from './new-mapping.js'

/** `Ref` is the UUID. */
export function mappingProvider(
  environment: MappingEnvironment,
  mappings: MappingRegistry,
): ResourceProvider {
  const { region, accountId, spies } = environment.local
  return {
    type: 'AWS::Lambda::EventSourceMapping',
    provision: async ({ logicalId, properties }) => {
      for (const name of Object.keys(properties)) {
        // Tags change nothing that a mapping does.
        if (NEW_MAPPING_MEMBERS.has(name) || name === 'Tags') continue
        spies.warn(`${name} of event source mapping ${logicalId} is not emulated locally.`)
      }
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
