import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dataSchema } from '../../lib/contracts/data-schema.js'
import { definition } from './definitions.js'

/** A Standard Schema of another library, with or without JSON Schema. */
function foreign(jsonSchema?: () => Record<string, unknown>): StandardSchemaV1 {
  const standard = { version: 1 as const, vendor: 'valibot', validate: (value: unknown) => ({ value }) }
  if (jsonSchema === undefined) return { '~standard': standard }
  const described = { ...standard, jsonSchema: { input: () => ({ type: 'null' }), output: jsonSchema } }
  return { '~standard': described }
}

describe('dataSchema', () => {
  it('takes any schema that describes itself, by its output', () => {
    expect(
      dataSchema(
        definition(
          'OrderPaid',
          foreign(() => ({ type: 'string' })),
        ),
      ),
    ).toEqual({ type: 'string' })
  })

  it('names the event and the ways out when a schema does not', () => {
    expect(() => dataSchema(definition('OrderPaid', foreign(), 2))).toThrow(
      'Expected the schema of event `OrderPaid` v2 to describe itself as JSON Schema, got one of valibot that does not: use zod 4.2 or later, arktype 2.1.28 or later, or wrap a valibot schema in `toStandardJsonSchema` of @valibot/to-json-schema',
    )
  })

  it.each([
    ['data.order.when', z.object({ order: z.object({ when: z.date() }) }), 'Date'],
    ['data.sizes[]', z.object({ sizes: z.array(z.bigint()) }), 'BigInt'],
    ['data.cents', z.object({ cents: z.string().transform(Number) }), 'Transforms'],
    ['data.dates.*', z.object({ dates: z.record(z.string(), z.date()) }), 'Date'],
    ['data.pair[1]', z.object({ pair: z.tuple([z.string(), z.date()]) }), 'Date'],
    ['data.either', z.object({ either: z.union([z.string(), z.date()]) }), 'Date'],
    ['data', z.map(z.string(), z.string()), 'Map'],
  ])('names the path of what JSON Schema cannot express: %s', (path, schema, type) => {
    expect(() => dataSchema(definition('OrderPaid', schema))).toThrow(
      new RegExp(
        `^Expected \`${path.replace(/[.*[\]]/g, '\\$&')}\` of event \`OrderPaid\` v1 to be of a type that JSON Schema has, got: ${type}`,
      ),
    )
  })

  it('passes on what another library says of it', () => {
    const refuses = foreign(() => {
      throw new Error('no date at `when`\nand more')
    })
    expect(() => dataSchema(definition('OrderPaid', refuses))).toThrow(
      /^Expected the data of event `OrderPaid` v1 to be of types that JSON Schema has, got: no date at `when`\. Publish/,
    )
  })

  it('makes arktype, which would call it anything, mark what JSON Schema cannot express', () => {
    type Fallback = Readonly<Record<string, () => Record<string, unknown>>>
    const output = ({ libraryOptions }: { readonly libraryOptions: { readonly fallback: Fallback } }) => ({
      properties: { order: { properties: { sent: libraryOptions.fallback['date']?.() } } },
    })
    const described = {
      version: 1 as const,
      vendor: 'arktype',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { output },
    }
    expect(() => dataSchema(definition('OrderSent', { '~standard': described }))).toThrow(
      'Expected `data.order.sent` of event `OrderSent` v1 to be of a type that JSON Schema has, got: date.',
    )
  })
})
