import { describe, expect, it } from 'vitest'
import { compareSchemas } from '../../lib/contracts/comparison/compare-schemas.js'
import type { JsonSchema } from '../../lib/contracts/json-schema.js'

const STRING = { type: 'string' }
const INTEGER = { type: 'integer' }
const NULL = { type: 'null' }

function object(properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), ...more }
}

const card = object({ kind: { const: 'card' }, digits: STRING })
const cash = object({ kind: { const: 'cash' } })
const node = (label: JsonSchema): JsonSchema =>
  object({ label, children: { type: 'array', items: { $ref: '#/$defs/Node' } } })

/** As lines, with a + for what is compatible and a - for what is not. */
function compare(published: JsonSchema, current: JsonSchema): readonly string[] {
  return compareSchemas(published, current).map(
    ({ path, what, compatible }) => `${compatible ? '+' : '-'} ${path}: ${what}`,
  )
}

/** What is said of the property `a`, and of the same change the other way round. */
function bothWays(one: JsonSchema, other: JsonSchema): readonly (readonly string[])[] {
  return [
    compare(object({ a: one }), object({ a: other })),
    compare(object({ a: other }), object({ a: one })),
  ]
}

describe('compareSchemas', () => {
  it.each<[string, JsonSchema, JsonSchema, string[], string[]]>([
    [
      'type',
      STRING,
      INTEGER,
      ['- a: type changed from string to integer'],
      ['- a: type changed from integer to string'],
    ],
    [
      'numbers become whole',
      { type: 'number' },
      INTEGER,
      ['+ a: type narrowed from number to integer'],
      ['- a: type widened from integer to number'],
    ],
    [
      'anything',
      {},
      STRING,
      ['+ a: restricted: anything was possible'],
      ['- a: type widened from string to any'],
    ],
    ['null', STRING, { type: ['string', 'null'] }, ['- a: may be null now'], ['+ a: is never null now']],
    [
      'null by anyOf',
      STRING,
      { anyOf: [STRING, NULL] },
      ['- a: may be null now'],
      ['+ a: is never null now'],
    ],
    [
      'enum values',
      { type: 'string', enum: ['x', 'y'] },
      { type: 'string', enum: ['y', 'z'] },
      ['- a: enum value added: "z"', '+ a: enum value removed: "x"'],
      ['- a: enum value added: "x"', '+ a: enum value removed: "z"'],
    ],
    ['const', { const: 1 }, { enum: [1, 2] }, ['- a: enum value added: 2'], ['+ a: enum value removed: 2']],
    ['enum', STRING, { enum: ['x'] }, ['+ a: limited to "x"'], ['- a: enum removed: "x"']],
    [
      'a bound appears',
      STRING,
      { type: 'string', maxLength: 3 },
      ['+ a: `maxLength` added: 3'],
      ['- a: `maxLength` removed: was 3'],
    ],
    [
      'a lower bound moves',
      { type: 'number', minimum: 1 },
      { type: 'number', minimum: 2 },
      ['+ a: narrowed: changed from `minimum` 1 to `minimum` 2'],
      ['- a: widened: changed from `minimum` 2 to `minimum` 1'],
    ],
    [
      'a bound excludes its value',
      { type: 'number', maximum: 1 },
      { type: 'number', exclusiveMaximum: 1 },
      ['+ a: narrowed: changed from `maximum` 1 to `exclusiveMaximum` 1'],
      ['- a: widened: changed from `exclusiveMaximum` 1 to `maximum` 1'],
    ],
    [
      'multiples',
      { type: 'number', multipleOf: 5 },
      { type: 'number', multipleOf: 10 },
      ['+ a: `multipleOf` changed from 5 to 10'],
      ['- a: `multipleOf` changed from 10 to 5'],
    ],
    [
      'uniqueness',
      { type: 'array' },
      { type: 'array', uniqueItems: true },
      ['+ a: `uniqueItems` added'],
      ['- a: `uniqueItems` removed'],
    ],
    [
      'format appears',
      STRING,
      { type: 'string', format: 'uuid' },
      ['+ a: `format` added: uuid'],
      ['- a: `format` removed: was uuid'],
    ],
    [
      'another pattern',
      { type: 'string', pattern: '^a' },
      { type: 'string', pattern: '^b' },
      ['- a: `pattern` changed, cannot be judged: treat as incompatible'],
      ['- a: `pattern` changed, cannot be judged: treat as incompatible'],
    ],
    [
      'items',
      { type: 'array', items: object({ sku: STRING }) },
      { type: 'array', items: object({}) },
      ['- a[].sku: required property removed'],
      ['+ a[].sku: required property added'],
    ],
    [
      'fixed items',
      { type: 'array', prefixItems: [STRING, INTEGER], items: false },
      { type: 'array', prefixItems: [STRING, STRING] },
      ['- a[1]: type changed from integer to string', '- a: more items are allowed now'],
      ['- a[1]: type changed from string to integer', '+ a: no more items are allowed'],
    ],
    [
      'records',
      object({}, { additionalProperties: INTEGER }),
      object({}, { additionalProperties: STRING }),
      ['- a.*: type changed from integer to string'],
      ['- a.*: type changed from string to integer'],
    ],
    [
      'names of records',
      { type: 'object', propertyNames: { enum: ['x'] } },
      { type: 'object', propertyNames: STRING },
      ['- a: property names: enum removed: "x"'],
      ['+ a: property names: limited to "x"'],
    ],
    [
      'alternatives',
      { anyOf: [STRING, INTEGER] },
      { anyOf: [STRING, { type: 'boolean' }] },
      ['- a: alternative added: boolean', '+ a: alternative removed: integer'],
      ['- a: alternative added: integer', '+ a: alternative removed: boolean'],
    ],
    [
      'objects that a property tells apart',
      { oneOf: [card, cash] },
      { oneOf: [object({ kind: { const: 'card' } }), cash] },
      ['- a[kind="card"].digits: required property removed'],
      ['+ a[kind="card"].digits: required property added'],
    ],
    [
      'one of such objects',
      { oneOf: [card] },
      { oneOf: [card, cash] },
      ['- a: alternative added: object with kind "cash"'],
      ['+ a: alternative removed: object with kind "cash"'],
    ],
    [
      'parts of a oneOf that nothing tells apart',
      { oneOf: [STRING, { type: 'string', maxLength: 3 }] },
      { oneOf: [STRING] },
      ['- a: `oneOf` changed, cannot be judged: treat as incompatible'],
      ['+ a: alternative narrowed: string'],
    ],
    [
      'allOf, part by part',
      { allOf: [object({ x: STRING }), object({ y: STRING })] },
      { allOf: [object({ x: STRING }), object({ y: INTEGER })] },
      ['- a.y: type changed from string to integer'],
      ['- a.y: type changed from integer to string'],
    ],
    [
      'a keyword without a rule',
      { type: 'string', not: { const: 'x' } },
      { type: 'string', not: { const: 'y' } },
      ['- a: `not` changed, cannot be judged: treat as incompatible'],
      ['- a: `not` changed, cannot be judged: treat as incompatible'],
    ],
    [
      'what never is',
      object({ x: false }),
      object({ x: STRING }),
      ['- a.x: is possible now, and was not'],
      ['+ a.x: is never there now'],
    ],
  ])('judges %s', (_, one, other, there, back) => {
    expect(bothWays(one, other)).toEqual([there, back])
  })

  it('judges the presence of properties', () => {
    const optional = object({ a: STRING }, { required: [] })
    expect(compare(object({}), optional)).toEqual(['+ a: optional property added'])
    expect(compare(object({}), object({ a: STRING }))).toEqual(['+ a: required property added'])
    expect(compare(object({ a: STRING }), object({}))).toEqual(['- a: required property removed'])
    expect(compare(optional, object({}))).toEqual(['+ a: optional property removed'])
    expect(compare(optional, object({ a: STRING }))).toEqual(['+ a: optional property became required'])
    expect(compare(object({ a: STRING }), optional)).toEqual(['- a: required property became optional'])
  })

  it('knows that a closed object was promised to stay as it is', () => {
    const closed = { additionalProperties: false }
    expect(compare(object({}, closed), object({ a: STRING }, closed))).toEqual([
      '- a: required property added, but the published schema allows no unknown properties',
    ])
    expect(compare(object({}, closed), object({}))).toEqual(['- : unknown properties are allowed now'])
    expect(compare(object({}), object({}, closed))).toEqual(['+ : unknown properties are no longer allowed'])
    expect(compare(object({}, { additionalProperties: INTEGER }), object({ a: STRING }, closed))).toEqual([
      '+ a: required property added',
      '- a: type changed from integer to string',
      '+ : unknown properties are no longer allowed',
    ])
  })

  it('follows references, which may be replaced by what they mean', () => {
    const shared = {
      ...object({ a: { $ref: '#/$defs/Money' } }),
      $defs: { Money: object({ cents: INTEGER }) },
    }
    expect(compare(shared, object({ a: object({ cents: INTEGER }) }))).toEqual([])
    expect(compare(shared, { ...shared, $defs: { Money: object({ cents: STRING }) } })).toEqual([
      '- a.cents: type changed from integer to string',
    ])
  })

  it('sees a changed definition behind words that are the same', () => {
    const not = (money: JsonSchema): JsonSchema => ({
      not: { $ref: '#/$defs/Money' },
      $defs: { Money: money },
    })
    expect(compare(not(STRING), not(STRING))).toEqual([])
    expect(compare(not(STRING), not(INTEGER))).toEqual([
      '- : `not` changed, cannot be judged: treat as incompatible',
    ])
  })

  it('comes to an end with recursive types', () => {
    const tree = (label: JsonSchema): JsonSchema => ({ $ref: '#/$defs/Node', $defs: { Node: node(label) } })
    expect(compare(tree(STRING), tree(STRING))).toEqual([])
    expect(compare(tree(STRING), tree(INTEGER))).toEqual(['- label: type changed from string to integer'])
  })

  it('ignores words, the order of members, alternatives and required properties', () => {
    const one = object({ a: STRING, b: { anyOf: [INTEGER, NULL] } }, { title: 'One', description: 'x' })
    const other = {
      required: ['b', 'a'],
      properties: { b: { type: ['null', 'integer'] }, a: { ...STRING, default: 'y' } },
      type: 'object',
    }
    expect(compare(one, other)).toEqual([])
  })

  it('names properties that are no identifiers', () => {
    expect(
      compare(object({ 'unit price': object({ x: STRING }) }), object({ 'unit price': object({}) })),
    ).toEqual(['- ["unit price"].x: required property removed'])
  })
})
