import type { EventDefinition } from '../event/event-definition.js'

/** By shape: the module that exports it may use another copy of this package. */
export function isEventDefinition(value: unknown): value is EventDefinition {
  if (typeof value !== 'object' || value === null) return false
  if (!('type' in value && 'version' in value && 'aggregateType' in value)) return false
  if (!('schema' in value && 'create' in value)) return false
  const { type, version, aggregateType, schema, create } = value
  return (
    typeof type === 'string' &&
    Number.isSafeInteger(version) &&
    typeof aggregateType === 'string' &&
    (typeof schema === 'object' || typeof schema === 'function') &&
    schema !== null &&
    '~standard' in schema &&
    typeof create === 'function'
  )
}
