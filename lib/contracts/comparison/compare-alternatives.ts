import type { JsonSchema } from '../json-schema.js'
import type { Alternatives } from './alternatives-of.js'
import type { Change } from './change.js'
import type { Comparison } from './comparison.js'
import { compatible } from './compatible.js'
import { incompatible } from './incompatible.js'
import { notJudged } from './not-judged.js'
import { type Tag, tagOf } from './tag-of.js'
import { typeOf } from './type-of.js'
import { valuesOf } from './values-of.js'

/**
 * Two choices. What is in both is set aside; what is left is paired by its type, objects by the property that tells
 * them apart; what then has no partner was added or removed.
 * Where a value must fit exactly one part of the published choice, the parts must be told apart for sure.
 */
export function compareAlternatives(
  { schemas: published, exactlyOne }: Alternatives,
  current: readonly JsonSchema[],
  path: string,
  comparison: Comparison,
): readonly Change[] {
  const before = [...published]
  const now = current.filter((schema) => {
    const same = before.findIndex((other) => comparison.compare(other, schema, path).length === 0)
    if (same >= 0) before.splice(same, 1)
    return same < 0
  })
  if (before.length === 0 && now.length === 0) return []
  const objects = [...published, ...current].filter((schema) => typeOf(schema) === 'object')
  const tag = tagOf(objects)
  if (exactlyOne && !areDistinct(published, tag)) return [notJudged(path, 'oneOf')]
  const changes: Change[] = []
  for (const schema of now) {
    const key = keyOf(schema, tag)
    const isOnly = (list: readonly JsonSchema[]): boolean =>
      list.filter((other) => keyOf(other, tag) === key).length === 1
    const partner = before.findIndex((other) => keyOf(other, tag) === key)
    if (partner >= 0 && isOnly(published) && isOnly(current)) {
      const [other] = before.splice(partner, 1)
      changes.push(...comparison.compare(other, schema, pathOf(path, schema, tag)))
    } else if (!published.some((other) => narrows(comparison.compare(other, schema, path)))) {
      const what = key === 'null' ? 'may be null now' : `alternative added: ${describe(schema, tag)}`
      changes.push(incompatible(path, what))
    } else changes.push(compatible(path, `alternative narrowed: ${describe(schema, tag)}`))
  }
  for (const schema of before) {
    const what =
      typeOf(schema) === 'null' ? 'is never null now' : `alternative removed: ${describe(schema, tag)}`
    changes.push(compatible(path, what))
  }
  return changes
}

function narrows(changes: readonly Change[]): boolean {
  return changes.every((change) => change.compatible)
}

/** True when no value can fit two of them. */
function areDistinct(schemas: readonly JsonSchema[], tag: Tag | undefined): boolean {
  const keys = schemas.map((schema) => keyOf(schema, tag))
  return !keys.includes('any') && new Set(keys).size === keys.length
}

function keyOf(schema: JsonSchema, tag: Tag | undefined): string {
  const type = typeOf(schema) ?? 'any'
  if (type === 'object' && tag !== undefined) return `object ${tag.valueOf(schema)}`
  return type === 'integer' ? 'number' : type
}

function pathOf(path: string, schema: JsonSchema, tag: Tag | undefined): string {
  if (typeOf(schema) !== 'object' || tag === undefined) return path
  return `${path}[${tag.name}=${tag.valueOf(schema)}]`
}

function describe(schema: JsonSchema, tag: Tag | undefined): string {
  const type = typeOf(schema)
  if (type === 'object' && tag !== undefined) return `object with ${tag.name} ${tag.valueOf(schema)}`
  const values = valuesOf(schema)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ')
  return type ?? 'anything else'
}
