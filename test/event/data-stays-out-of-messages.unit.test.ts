import { inspect } from 'node:util'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import { thrownBy } from './thrown-by.js'

// Long enough that no message holds one by chance.
const secret = fc.stringMatching(/^[A-Za-z0-9äß ]{12,40}$/)

/** Everything that a logger could print of an error. */
function printed(error: Error): string {
  return `${inspect(error, { depth: 10 })}${JSON.stringify({ ...error })}`
}

const options = { version: 1, aggregateType: 'Thing' } as const

const quoting: StandardSchemaV1<unknown, unknown> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => ({
      issues: [{ message: `Invalid: received ${JSON.stringify(value)}`, path: ['a'] }],
    }),
  },
}

const definitions = {
  'a schema that quotes what it refuses': defineEvent('A', { ...options, schema: quoting }),
  'a strict schema': defineEvent('B', {
    ...options,
    schema: z.strictObject({ kind: z.enum(['x', 'y']), value: z.email().max(5), bad: z.number() }),
  }),
  'a union': defineEvent('C', {
    ...options,
    schema: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('x') }),
      z.object({ kind: z.literal('y') }),
    ]),
  }),
  'the rules of JSON': defineEvent('D', { ...options, schema: z.any() }),
  'denied fields': defineEvent('E', { ...options, schema: z.any(), denyFields: ['kind'] }),
}

it.each(Object.entries(definitions))('no error of %s shows a value of the data', (_, definition) => {
  const wrong = fc.constantFrom<(text: string) => unknown>(
    () => undefined,
    () => Number.NaN,
    (text) => new Map([[text, text]]),
    (text) => new Error(text),
    (text) => Symbol(text),
    (text) => Object.assign(() => text, { text }),
    (text) => Object.assign([1], { text }),
    (text) => Object(text),
    (text) =>
      new (class {
        readonly text = text
      })(),
  )
  fc.assert(
    fc.property(secret, wrong, (text, makeWrong) => {
      const data = { kind: text, value: text, list: [text, { text }], bad: makeWrong(text) }
      const error = thrownBy(() => definition.create({ aggregateId: '1', data: data as never }))
      expect(error.code).toBe('INVALID_EVENT')
      expect(printed(error)).not.toContain(text)
    }),
  )
})
