import { isPlainObject } from '../event/is-plain-object.js'
import type { JsonSchema } from './json-schema.js'
import { mapSubschemas } from './map-subschemas.js'

/** A copy in which what has no order is in alphabetical order, so that the same schema is the same text. */
export function canonicalSchema(schema: JsonSchema): JsonSchema {
  const { required } = schema
  const inner = mapSubschemas(schema, canonicalSchema)
  const ordered = Array.isArray(required) ? { ...inner, required: [...required].sort() } : inner
  return Object.fromEntries(members(ordered))
}

function members(object: JsonSchema): readonly (readonly [string, unknown])[] {
  return Object.entries(object)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, isPlainObject(value) ? Object.fromEntries(members(value)) : value])
}
