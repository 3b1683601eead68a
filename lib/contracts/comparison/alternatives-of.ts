import type { JsonSchema } from '../json-schema.js'
import { constraintsOf, KEYWORDS_OF_TYPE } from './keywords.js'
import type { Resolved } from './resolver.js'
import { isWithinType, typeOfValue } from './type-of.js'
import { valuesOf } from './values-of.js'

/** What a schema is a choice of. */
export interface Alternatives {
  readonly schemas: readonly JsonSchema[]
  /** By a `oneOf`: a value that fits two of them does not fit the choice. */
  readonly exactlyOne: boolean
}

/**
 * The parts of `anyOf` or `oneOf` when the schema says nothing else, also of those within them, or one schema per type
 * of a list of types. Undefined when it is no such choice.
 */
export function alternativesOf(
  schema: JsonSchema,
  resolve: (schema: unknown) => Resolved,
): Alternatives | undefined {
  const [keyword, ...others] = constraintsOf(schema)
  if (others.length === 0 && (keyword === 'anyOf' || keyword === 'oneOf')) {
    const parts = schema[keyword]
    if (!Array.isArray(parts)) return undefined
    const inner = parts.map((part): Alternatives => {
      const resolved = resolve(part)
      if (resolved === false) return { schemas: [], exactlyOne: false }
      return alternativesOf(resolved, resolve) ?? { schemas: [resolved], exactlyOne: false }
    })
    return {
      schemas: inner.flatMap(({ schemas }) => schemas),
      exactlyOne: keyword === 'oneOf' || inner.some(({ exactlyOne }) => exactlyOne),
    }
  }
  const { type } = schema
  if (!Array.isArray(type) || type.length < 2) return undefined
  return { schemas: perType(schema, type), exactlyOne: false }
}

const known = new WeakMap<JsonSchema, readonly JsonSchema[]>()

function perType(schema: JsonSchema, types: readonly unknown[]): readonly JsonSchema[] {
  const found = known.get(schema)
  if (found !== undefined) return found
  const values = valuesOf(schema)
  const split = types
    .filter((type) => typeof type === 'string')
    .flatMap((type) => {
      const own: Record<string, unknown> = { ...schema, type }
      for (const [of, keywords] of Object.entries(KEYWORDS_OF_TYPE))
        if (!isWithinType(type, of)) for (const keyword of keywords) delete own[keyword]
      if (values === undefined) return [own]
      const fitting = values.filter((value) => isWithinType(typeOfValue(value), type))
      delete own['const']
      return fitting.length === 0 ? [] : [{ ...own, enum: fitting }]
    })
  known.set(schema, split)
  return split
}
