import { isPlainObject } from '../../event/is-plain-object.js'
import type { JsonSchema } from '../json-schema.js'
import { valuesOf } from './values-of.js'

/** What tells the objects of a union apart: `kind` and, per object, its value as JSON. */
export interface Tag {
  readonly name: string
  readonly valueOf: (schema: JsonSchema) => string
}

/** The property that each of the objects requires with one value of its own; undefined when there is none. */
export function tagOf(objects: readonly JsonSchema[]): Tag | undefined {
  const [first] = objects
  const names = isPlainObject(first?.['properties']) ? Object.keys(first['properties']).sort() : []
  const name = names.find((name) => objects.every((object) => fixedValue(object, name) !== undefined))
  return name === undefined ? undefined : { name, valueOf: (schema) => fixedValue(schema, name) ?? '' }
}

function fixedValue(schema: JsonSchema, name: string): string | undefined {
  const { properties, required } = schema
  if (!isPlainObject(properties) || !Array.isArray(required) || !required.includes(name)) return undefined
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  const values = isPlainObject(property) ? valuesOf(property) : undefined
  return values?.length === 1 ? JSON.stringify(values[0]) : undefined
}
