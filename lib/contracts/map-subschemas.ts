import { isPlainObject } from '../event/is-plain-object.js'
import type { JsonSchema } from './json-schema.js'

const SCHEMAS = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAPS = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'])

/**
 * A copy of a schema with each schema directly in it changed. It knows a keyword from a property of that name, and
 * leaves values (`const`, `default`, …) alone.
 */
export function mapSubschemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (value: unknown): unknown => (isPlainObject(value) ? change(value) : value)
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (SCHEMAS.has(keyword)) return [keyword, changed(value)]
      if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map(changed)]
      if (!MAPS.has(keyword) || !isPlainObject(value)) return [keyword, value]
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each)]))]
    }),
  )
}
