import type { JsonSchema } from '../json-schema.js'

/** The values that `enum` or `const` limit a schema to; undefined when there is neither. */
export function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}
