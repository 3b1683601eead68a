import fc from 'fast-check'
import type { JsonSchema } from '../../lib/contracts/json-schema.js'
import { isPlainObject } from '../../lib/event/is-plain-object.js'

/** Values that fit a schema and hold nothing that it does not name, as definitions publish them. */
export function publishedValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, items } = schema
  const choice = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choice)) return fc.oneof(...choice.map(publishedValue))
  if (Object.hasOwn(schema, 'const')) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => publishedValue({ ...schema, type: each })))
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') {
    const maxLength = number(schema['maxLength'], 5)
    return fc.string({
      minLength: Math.min(number(schema['minLength'], 0), maxLength),
      maxLength,
      unit: 'grapheme-ascii',
    })
  }
  if (type === 'integer' || type === 'number') {
    const whole = fc.integer({
      min: number(schema['minimum'], -5),
      max: number(schema['exclusiveMaximum'], 9) - 1,
    })
    return type === 'integer' ? whole : whole.map((value) => value + 0.5)
  }
  if (type === 'array' && isPlainObject(items)) return fc.array(publishedValue(items), { maxLength: 2 })
  if (type !== 'object' || !isPlainObject(schema['properties']))
    throw new Error(`No values for ${JSON.stringify(schema)}`)
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const members = Object.entries(schema['properties']).map(
    ([name, property]) => [name, publishedValue(isPlainObject(property) ? property : {})] as const,
  )
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true })
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
