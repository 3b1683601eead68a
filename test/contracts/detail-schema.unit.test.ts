import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { detailSchema } from '../../lib/contracts/detail-schema.js'
import { defineEvent } from '../../lib/event/define-event.js'
import { detailText } from '../../lib/event/detail.js'
import { isPlainObject } from '../../lib/event/is-plain-object.js'
import { definition } from './definitions.js'

const OPTIONS = { version: 3, aggregateType: 'Order' }

function schemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return detailSchema(definition('OrderPaid', schema), 'OrderPaid.v1.schema.json')
}

function dataOf(schema: z.ZodType): unknown {
  const { properties } = schemaOf(schema)
  return isPlainObject(properties) ? properties['data'] : undefined
}

describe('detailSchema', () => {
  it('fits what the outbox writes, with all that is optional and without', () => {
    const paid = defineEvent('OrderPaid', { ...OPTIONS, schema: z.object({ total: z.int() }) })
    const schema = z.fromJSONSchema({ ...detailSchema(paid, 'x') })
    const position = { eventIndex: 0, eventCount: 1 }
    const least = paid.create({ aggregateId: 'o-1', data: { total: 1 } })
    const most = paid.create({
      aggregateId: 'o-1',
      aggregateVersion: 0,
      data: { total: 1 },
      causationId: 'c-1',
      context: { tenant: 't-1' },
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    })
    for (const event of [least, most]) {
      const detail = JSON.parse(detailText(event, position, 'k-1'))
      expect(schema.parse(detail)).toEqual(detail)
      for (const wrong of [{ schemaVersion: 2 }, { eventType: 'OrderLost' }, { eventId: undefined }])
        expect(schema.safeParse({ ...detail, metadata: { ...detail.metadata, ...wrong } }).success).toBe(
          false,
        )
    }
  })

  it('names every member of the metadata, so that a new one is not forgotten', () => {
    const paid = defineEvent('OrderPaid', { ...OPTIONS, schema: z.object({}) })
    const event = paid.create({
      aggregateId: 'o-1',
      aggregateVersion: 1,
      data: {},
      causationId: 'c',
      context: {},
    })
    const traced = { ...event, traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }
    const { metadata } = JSON.parse(detailText(traced, { eventIndex: 0, eventCount: 1 }, 'k', 'signature'))
    expect(detailSchema(paid, 'x')).toHaveProperty(
      'properties.metadata.properties',
      expect.toSatisfy((members: object) =>
        Object.keys(metadata).every((name) => Object.hasOwn(members, name)),
      ),
    )
  })

  it('describes the data as it is published: defaults are there, transformed types are the result', () => {
    const schema = z.object({
      note: z.string().default(''),
      cents: z.string().transform(Number).pipe(z.number()),
      at: z.iso.datetime().optional(),
    })
    expect(dataOf(schema)).toMatchObject({
      properties: { note: { type: 'string' }, cents: { type: 'number' }, at: { format: 'date-time' } },
      required: ['cents', 'note'],
    })
  })

  it('leaves a plain z.object open, also within others, and keeps what was said to be strict', () => {
    const inner = z.object({ a: z.string() }).describe('inner')
    const schema = z.object({
      plain: z.array(inner),
      strict: z.strictObject({}),
      typed: z.object({}).catchall(z.int()),
    })
    const data = dataOf(schema)
    expect(data).not.toHaveProperty('additionalProperties')
    expect(data).not.toHaveProperty('properties.plain.items.additionalProperties')
    expect(data).toHaveProperty('properties.strict.additionalProperties', false)
    expect(data).toHaveProperty('properties.typed.additionalProperties.type', 'integer')
  })

  it('keeps references true after the move', () => {
    const money = z.object({ cents: z.int() }).meta({ id: 'Money' })
    interface Node {
      readonly children: readonly Node[]
    }
    const root: z.ZodType<Node> = z.lazy(() => z.object({ children: z.array(root) }))
    expect(schemaOf(z.object({ total: money }))).toMatchObject({
      properties: { data: { properties: { total: { $ref: '#/$defs/Money' } } } },
      $defs: { Money: { type: 'object' } },
    })
    const self = z.object({
      get parts() {
        return z.array(self)
      },
    })
    expect(dataOf(self)).toHaveProperty('properties.parts.items.$ref', '#/properties/data')
    expect(() => schemaOf(root)).not.toThrow()
    // A member of that name is no reference.
    expect(dataOf(z.object({ $ref: z.literal('#/x') }))).toHaveProperty('properties.$ref.const', '#/x')
  })

  it('has one text, however its members are ordered', () => {
    const one = schemaOf(z.object({ b: z.string(), a: z.object({ items: z.int(), default: z.int() }) }))
    const other = schemaOf(z.object({ a: z.object({ default: z.int(), items: z.int() }), b: z.string() }))
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  })
})
