import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import { thrownBy } from './thrown-by.js'

const valid = { version: 1, aggregateType: 'Order', schema: z.any() }

it.each<[string, unknown, string]>([
  [
    'a name of 129 characters',
    'x'.repeat(129),
    `be a string of 1 to 128 characters, got \`${'x'.repeat(60)}…\` (string)`,
  ],
  ['an empty name', '', 'be a string of 1 to 128 characters, got `` (string)'],
  ['no name', undefined, 'be a string of 1 to 128 characters, got `undefined`'],
])('EventBridge would drop an event with %s without an error, so it is refused', (_, type, rule) => {
  const error = thrownBy(() => defineEvent(type as string, valid))
  expect(error.code).toBe('INVALID_EVENT')
  expect(error.details.path).toBe('type')
  expect(error.message).toBe(`Expected \`type\` to ${rule}`)
})

it('a name of 128 characters is accepted', () => {
  expect(defineEvent('x'.repeat(128), valid).type).toHaveLength(128)
})

it.each<[string, unknown, string, string]>([
  ['a version of 0', { ...valid, version: 0 }, 'version', 'be a whole number from 1, got `0` (number)'],
  ['a fraction', { ...valid, version: 1.5 }, 'version', 'be a whole number from 1, got `1.5` (number)'],
  ['a version as text', { ...valid, version: '1' }, 'version', 'be a whole number from 1, got `1` (string)'],
  [
    'an aggregate type with #',
    { ...valid, aggregateType: 'a#b' },
    'aggregateType',
    'be a string that is not empty and holds no `#`, got `a#b` (string)',
  ],
  [
    'an empty aggregate type',
    { ...valid, aggregateType: '' },
    'aggregateType',
    'be a string that is not empty and holds no `#`, got `` (string)',
  ],
  [
    'no schema',
    { ...valid, schema: undefined },
    'schema',
    'be a Standard Schema (zod, valibot, arktype, …), got `undefined`',
  ],
  [
    'a shape instead of a schema',
    { ...valid, schema: { orderId: z.string() } },
    'schema',
    'be a Standard Schema (zod, valibot, arktype, …), got a value of type object',
  ],
  [
    'denied fields as text',
    { ...valid, denyFields: 'password' },
    'denyFields',
    'be a list of property names, got `password` (string)',
  ],
  [
    'an empty denied field',
    { ...valid, denyFields: ['a', ''] },
    'denyFields',
    'be a list of property names, got a value of type array',
  ],
  ['an upcast that is none', { ...valid, upcast: {} }, 'upcast', 'be a function, got a value of type object'],
  [
    'an unknown option',
    { ...valid, denyField: ['password'] },
    'denyField',
    'be one of the options version, aggregateType, schema, upcast, denyFields, got `denyField` (string)',
  ],
  [
    'no options',
    undefined,
    'options',
    'be an object with `version`, `aggregateType` and `schema`, got `undefined`',
  ],
])('%s is refused', (_, options, path, rule) => {
  const error = thrownBy(() => defineEvent('OrderPlaced', options as typeof valid))
  expect(error.code).toBe('INVALID_EVENT')
  expect(error.details).toEqual({ path, eventType: 'OrderPlaced' })
  expect(error.message).toBe(`Expected \`${path}\` of event \`OrderPlaced\` to ${rule}`)
})
