import { isPlainObject } from '../../event/is-plain-object.js'
import type { JsonSchema } from '../json-schema.js'
import type { Change } from './change.js'
import type { Comparison, Rule } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'
import { notJudged } from './not-judged.js'
import { propertyPath } from './property-path.js'

/** `properties`, `required`, `additionalProperties` and `propertyNames`. */
export const compareObjects: Rule = (published, current, path, comparison) => {
  const before = propertiesOf(published)
  const now = propertiesOf(current)
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  return [
    ...names.flatMap((name) =>
      compareProperty({ published, current, before, now, name }, propertyPath(path, name), comparison),
    ),
    ...compareUnknown(published, current, path, comparison),
    ...compareNames(published, current, path, comparison),
  ]
}

interface Property {
  readonly published: JsonSchema
  readonly current: JsonSchema
  readonly before: JsonSchema
  readonly now: JsonSchema
  readonly name: string
}

function compareProperty(property: Property, path: string, comparison: Comparison): readonly Change[] {
  const { published, current, before, now, name } = property
  const wasRequired = isRequired(published, name)
  if (!Object.hasOwn(now, name)) {
    if (wasRequired) return [incompatible(path, 'required property removed')]
    return [compatible(path, 'optional property removed')]
  }
  const required = isRequired(current, name)
  if (!Object.hasOwn(before, name)) return compareAdded(property, path, required, comparison)
  const changes = comparison.compare(before[name], now[name], path)
  if (wasRequired === required) return changes
  const presence = required
    ? compatible(path, 'optional property became required')
    : incompatible(path, 'required property became optional')
  return [presence, ...changes]
}

/** To a consumer of the published contract the new property is one of those that it does not know. */
function compareAdded(
  { published, now, name }: Property,
  path: string,
  required: boolean,
  comparison: Comparison,
): readonly Change[] {
  const added = `${required ? 'required' : 'optional'} property added`
  const unknown = published['additionalProperties'] ?? true
  if (published['patternProperties'] !== undefined) return [notJudged(path, 'patternProperties')]
  if (unknown === false)
    return [incompatible(path, `${added}, but the published schema allows no unknown properties`)]
  const changes = isPlainObject(unknown) ? comparison.compare(unknown, now[name], path) : []
  return [compatible(path, added), ...changes.filter((change) => !change.compatible)]
}

function compareUnknown(
  published: JsonSchema,
  current: JsonSchema,
  path: string,
  comparison: Comparison,
): readonly Change[] {
  const before = openness(published)
  const now = openness(current)
  if (before === true && now === true) return []
  if (before === false && now === false) return []
  if (before === false) return [incompatible(path, 'unknown properties are allowed now')]
  if (now === false) return [compatible(path, 'unknown properties are no longer allowed')]
  return comparison.compare(before, now, `${path}.*`)
}

/** What a schema says of properties that it does not name; an empty schema says as much as `true`. */
function openness(schema: JsonSchema): unknown {
  const unknown = schema['additionalProperties'] ?? true
  return isPlainObject(unknown) && Object.keys(unknown).length === 0 ? true : unknown
}

function compareNames(
  published: JsonSchema,
  current: JsonSchema,
  path: string,
  comparison: Comparison,
): readonly Change[] {
  const before = published['propertyNames']
  const now = current['propertyNames']
  if (before === undefined && now === undefined) return []
  // A name is a string, whether or not a schema says so.
  const text = (names: unknown): unknown => (names === undefined ? { type: 'string' } : names)
  return comparison
    .compare(text(before), text(now), path)
    .map((change) => ({ ...change, what: `property names: ${change.what}` }))
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  return isPlainObject(schema['properties']) ? schema['properties'] : {}
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema['required']) && schema['required'].includes(name)
}
