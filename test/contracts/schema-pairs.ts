import fc from 'fast-check'
import type { JsonSchema } from '../../lib/contracts/json-schema.js'

/** A published schema and a current one that resemble each other. */
export interface SchemaPair {
  readonly published: JsonSchema
  readonly current: JsonSchema
}

type Pair = readonly [JsonSchema, JsonSchema]

const small = fc.integer({ min: 0, max: 3 })
const maybe = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<JsonSchema> =>
  fc.oneof(
    fc.constant({}),
    value.map((found) => ({ [name]: found })),
  )

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc
    .tuple(maybe('minLength', fc.constantFrom(0, 1)), maybe('maxLength', small))
    .map(([min, max]) => ({ type: 'string', ...min, ...max })),
  fc
    .tuple(
      fc.constantFrom('integer', 'number'),
      maybe('minimum', small),
      maybe('exclusiveMaximum', fc.integer({ min: 4, max: 6 })),
    )
    .map(([type, min, max]) => ({ type, ...min, ...max })),
  fc.subarray(['x', 'y', 1, null], { minLength: 1 }).map((values) => ({ enum: values })),
  fc.constant({ type: 'null' }),
  fc.constant({ type: ['string', 'null'] }),
)

const pairOf = (schemas: fc.Arbitrary<JsonSchema>): fc.Arbitrary<Pair> =>
  fc.oneof(
    { weight: 3, arbitrary: schemas.map((schema): Pair => [schema, schema]) },
    { weight: 1, arbitrary: fc.tuple(schemas, schemas) },
  )

const both = (pair: Pair, make: (schema: JsonSchema) => JsonSchema): Pair => [make(pair[0]), make(pair[1])]

const { pair } = fc.letrec<{ pair: Pair; object: Pair }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pairOf(leaf),
    tie('object'),
    tie('pair').map((items) => both(items, (schema) => ({ type: 'array', items: schema }))),
    tie('pair').map((part) => both(part, (schema) => ({ anyOf: [schema, { type: 'boolean' }] }))),
    tie('pair').map(([one, other]): Pair => [{ anyOf: [one, { type: 'boolean' }] }, other]),
    fc
      .tuple(tie('pair'), tie('pair'))
      .map(([one, other]): Pair => [eitherKind(one[0], other[0]), eitherKind(one[1], other[1])]),
  ),
  object: fc
    .tuple(
      fc.dictionary(
        fc.constantFrom('a', 'b', 'c'),
        fc.tuple(tie('pair'), fc.constantFrom('both', 'both', 'both', 'published', 'current')),
        { maxKeys: 3 },
      ),
      pairOf(fc.subarray(['a', 'b', 'c']).map((required) => ({ required }))),
      pairOf(maybe('additionalProperties', fc.constant(false))),
    )
    .map(([properties, required, more]): Pair => {
      const side = (index: 0 | 1, absent: string): JsonSchema => {
        const own = Object.entries(properties).filter(([, [, where]]) => where !== absent)
        const names = required[index]['required']
        return {
          type: 'object',
          properties: Object.fromEntries(own.map(([name, [schemas]]) => [name, schemas[index]])),
          required: own.map(([name]) => name).filter((name) => Array.isArray(names) && names.includes(name)),
          ...more[index],
        }
      }
      return [side(0, 'current'), side(1, 'published')]
    }),
}))

function eitherKind(one: JsonSchema, other: JsonSchema): JsonSchema {
  return { oneOf: [ofKind('one', one), ofKind('other', other)] }
}

function ofKind(kind: string, inner: JsonSchema): JsonSchema {
  return { type: 'object', properties: { kind: { const: kind }, inner }, required: ['kind', 'inner'] }
}

export const schemaPairs: fc.Arbitrary<SchemaPair> = pair.map(([published, current]) => ({
  published,
  current,
}))
