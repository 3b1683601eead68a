import type { StandardSchemaV1 } from '@standard-schema/spec'
import { OutboxError } from '../errors.js'
import { validateData } from '../event/validate-data.js'
import type { Message } from './read-message.js'
import type { ConsumedDefinition } from './subscription.js'

/**
 * The data in the shape of the definition: older versions are brought up one version at a time, then the schema judges.
 *
 * @throws OutboxError UNSUPPORTED_VERSION for a newer version, and for an older one when the definition has no `upcast`
 * @throws OutboxError INVALID_EVENT when the data does not fit
 */
export function readData<Schema extends StandardSchemaV1>(
  definition: ConsumedDefinition<string, Schema>,
  { metadata: { eventId, eventType, schemaVersion }, data }: Message,
): StandardSchemaV1.InferOutput<Schema> {
  const { version, upcast, schema } = definition
  if (schemaVersion > version)
    throw new OutboxError(
      'UNSUPPORTED_VERSION',
      `Event \`${eventType}\` came in version ${schemaVersion}, this consumer knows version ${version}: deploy it with the newer definition, then redrive`,
      { path: 'metadata.schemaVersion', eventId, eventType, actual: schemaVersion, maximum: version },
    )
  if (schemaVersion < version && upcast === undefined)
    throw new OutboxError(
      'UNSUPPORTED_VERSION',
      `Event \`${eventType}\` came in version ${schemaVersion}, and the definition of version ${version} has no \`upcast\`: add one`,
      { path: 'metadata.schemaVersion', eventId, eventType, actual: schemaVersion, maximum: version },
    )
  let current = data
  for (let from = schemaVersion; from < version; from += 1) current = upcast?.(current, from)
  return validateData(eventType, schema, current)
}
