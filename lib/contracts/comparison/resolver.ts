import { isPlainObject } from '../../event/is-plain-object.js'
import type { JsonSchema } from '../json-schema.js'
import { constraintsOf } from './keywords.js'

/** A schema without a `$ref` at its top; false where nothing fits. */
export type Resolved = JsonSchema | false

/**
 * Follows references within a document. The same schema always gives the same object, so that a recursive type is
 * known again. What cannot be followed stays as it is: nobody judges a `$ref`.
 */
export function resolver(root: JsonSchema): (schema: unknown) => Resolved {
  const known = new WeakMap<object, JsonSchema>()
  const resolve = (schema: unknown, followed: readonly string[]): Resolved => {
    if (schema === false) return false
    if (!isPlainObject(schema)) return ANYTHING
    const reference = schema['$ref']
    if (typeof reference !== 'string' || followed.includes(reference)) return schema
    const found = known.get(schema)
    if (found !== undefined) return found
    const target = at(root, reference)
    if (target === undefined) return schema
    const resolved = resolve(target, [...followed, reference])
    if (resolved === false) return false
    const { $ref: _, ...beside } = schema
    // Words beside a reference are common, restrictions beside one are not.
    const own = constraintsOf(beside)
    if (own.length === 0) return resolved
    if (own.some((keyword) => keyword in resolved)) return schema
    const merged = { ...resolved, ...beside }
    known.set(schema, merged)
    return merged
  }
  return (schema) => resolve(schema, [])
}

const ANYTHING: JsonSchema = {}

/** By JSON pointer. https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function at(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let found: unknown = root
  for (const part of decodeURIComponent(reference.slice(2)).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(found)) found = found[Number(name)]
    else if (isPlainObject(found) && Object.hasOwn(found, name)) found = found[name]
    else return undefined
  }
  return found
}
