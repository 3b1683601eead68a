import type { JsonRecord } from '../../record.js'
import { ManagedMapping } from './managed-mapping.js'
import type { MappingEnvironment } from './mapping-environment.js'
import { startQueueMapping } from './queue/start-queue-mapping.js'
import { assertStreamAccess } from './stream/assert-stream-access.js'
import { startStreamMapping } from './stream/start-stream-mapping.js'

/**
 * A mapping that does nothing yet, from the properties of the template or the members of CreateEventSourceMapping.
 * @throws AwsError InvalidParameterValueException, ResourceNotFoundException
 */
export async function newMapping(
  properties: JsonRecord,
  environment: MappingEnvironment,
): Promise<ManagedMapping> {
  const mapping = new ManagedMapping(properties, {
    clock: environment.clock,
    warn: environment.local.spies.warn,
    start: (settings, before) =>
      settings.source.kind === 'stream'
        ? startStreamMapping(settings, settings.source, environment, before)
        : startQueueMapping(settings, environment),
  })
  // A mapping on a function that does not exist fails here, not at its first record.
  environment.functions.find(mapping.settings.functionName)
  if (mapping.settings.source.kind === 'stream') await assertStreamAccess(mapping.settings, environment)
  return mapping
}
