import type { JsonSchema } from '../json-schema.js'
import { valuesOf } from './values-of.js'

/** The one JSON type that a schema allows; undefined when it allows several. */
export function typeOf(schema: JsonSchema): string | undefined {
  const { type } = schema
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.length === 1 && typeof type[0] === 'string' ? type[0] : undefined
  const types = new Set(valuesOf(schema)?.map(typeOfValue))
  return types.size === 1 ? [...types][0] : undefined
}

/** True when each value of the one type is a value of the other. */
export function isWithinType(inner: string, outer: string): boolean {
  return inner === outer || (inner === 'integer' && outer === 'number')
}

export function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
