import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import { thrownBy } from './thrown-by.js'

const orderPlaced = defineEvent('OrderPlaced', {
  version: 1,
  aggregateType: 'Order',
  schema: z.object({
    orderId: z.string().min(1),
    lines: z.array(z.object({ sku: z.string(), price: z.number().positive() })),
    note: z.string().default('none'),
    placedBy: z
      .string()
      .transform((name) => name.trim())
      .optional(),
  }),
})

function create(data: unknown): unknown {
  return orderPlaced.create({ aggregateId: '1', data: data as never })
}

/** A Standard Schema that answers what it is told to. */
function schemaThat(
  validate: StandardSchemaV1.Props<unknown, unknown>['validate'],
): StandardSchemaV1<unknown, unknown> {
  return { '~standard': { version: 1, vendor: 'test', validate } }
}

describe('data that does not fit its schema', () => {
  it('names the path of the fault', () => {
    const error = thrownBy(() => create({ orderId: '1', lines: [{ sku: 'a', price: 'free' }] }))
    expect(error.code).toBe('INVALID_EVENT')
    expect(error.message).toBe(
      'Expected `data.lines[0].price` of event `OrderPlaced` to fit its schema; it is at fault. `details.issues` holds the words of the schema',
    )
    expect(error.details).toEqual({ path: 'data.lines[0].price', eventType: 'OrderPlaced' })
  })

  it('names the paths of all faults, each once', () => {
    const error = thrownBy(() => create({ orderId: '', lines: [{ sku: 1, price: -1 }] }))
    expect(error.details.path).toBe('data.orderId')
    expect(error.message).toContain(
      '`data.orderId` of event `OrderPlaced` to fit its schema; it is at fault, and so are `data.lines[0].sku`, `data.lines[0].price`.',
    )
  })

  it('says `data` where the schema names no path', () => {
    expect(thrownBy(() => create('text')).details.path).toBe('data')
  })

  it('keeps the words of the schema out of what loggers print, for they may quote the data', () => {
    const quoting = defineEvent('Quoting', {
      version: 1,
      aggregateType: 'Thing',
      schema: schemaThat((value) => ({
        issues: [{ message: `got "${value}"`, path: ['iban', { key: 0 }] }],
      })),
    })
    const error = thrownBy(() => quoting.create({ aggregateId: '1', data: 'DE02120300000000202051' }))
    expect(error.details.issues).toEqual([{ path: 'data.iban[0]', message: 'got "DE02120300000000202051"' }])
    expect(`${error.stack}${JSON.stringify(error)}${JSON.stringify(error.details)}`).not.toContain('DE02')
  })
})

describe('data that fits its schema', () => {
  it('is published as the schema returns it', () => {
    const event = orderPlaced.create({
      aggregateId: '1',
      data: { orderId: '1', lines: [], placedBy: ' Ann ' },
    })
    expect(event.data).toEqual({ orderId: '1', lines: [], note: 'none', placedBy: 'Ann' })
    expect(JSON.parse(event.dataText)).toEqual(event.data)
  })

  it('drops what the schema does not know, as the schema says', () => {
    const event = orderPlaced.create({
      aggregateId: '1',
      data: { orderId: '1', lines: [], card: '4111' } as never,
    })
    expect(event.dataText).not.toContain('4111')
  })
})

describe('a schema that validates asynchronously', () => {
  it.each([
    ['resolves', async () => ({ value: {} })],
    ['rejects', async () => Promise.reject(new Error('nobody may have to handle this'))],
  ])('is refused, whether it %s or not', (_, validate) => {
    const asynchronous = defineEvent('Slow', {
      version: 1,
      aggregateType: 'Thing',
      schema: schemaThat(validate),
    })
    const error = thrownBy(() => asynchronous.create({ aggregateId: '1', data: {} }))
    expect(error.code).toBe('INVALID_EVENT')
    expect(error.details).toEqual({ path: 'schema', eventType: 'Slow' })
    expect(error.message).toBe(
      'Expected the schema of event `Slow` to validate synchronously, got a promise: check what needs I/O before you create the event',
    )
  })
})
