import type { EventSourceMapping } from '../event-source-mapping.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings, StreamSettings } from '../mapping-settings.js'
import { StreamMapping } from './stream-mapping.js'

/**
 * A mapping on the stream of a table. If it is enabled, its starting position is taken when it resolves.
 * @param before the mapping with other settings that it takes over from, disabled
 */
export async function startStreamMapping(
  settings: MappingSettings,
  source: StreamSettings,
  environment: MappingEnvironment,
  before: EventSourceMapping | undefined,
): Promise<EventSourceMapping> {
  const checkpoint = before instanceof StreamMapping ? before.checkpoint() : undefined
  const mapping = new StreamMapping(settings, source, environment, checkpoint)
  if (settings.enabled) {
    mapping.enable()
    await mapping.started()
  }
  return mapping
}
