import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anythingGoes } from './anything-goes.js'
import { thrownBy } from './thrown-by.js'

function create(data: unknown): { readonly dataText: string } {
  return anythingGoes.create({ aggregateId: '1', data })
}

function nested(levels: number): unknown {
  let value: unknown = 'core'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { in: value }
  return value
}

const jsonData = fc.anything({
  values: [
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => Math.abs(value) < 2 ** 63),
  ],
  withNullPrototype: true,
})

class Money {
  readonly amount = 1
}

const cycle: Record<string, unknown> = { name: 'a' }
cycle['self'] = { again: cycle }

const sparse = [1, 2, 3]
delete sparse[1]

const withOwnProperty = Object.assign([1], { toJSON: () => 'changed' })

describe('a value that JSON would drop, change or choke on', () => {
  it.each<[string, unknown, string, string]>([
    ['undefined', undefined, 'data', '`undefined`; JSON has no such value'],
    ['undefined in an object', { a: { b: undefined } }, 'data.a.b', '`undefined`; JSON has no such value'],
    ['undefined in an array', { a: [1, undefined] }, 'data.a[1]', '`undefined`; JSON has no such value'],
    ['a hole of a sparse array', { list: sparse }, 'data.list[1]', '`undefined`; JSON has no such value'],
    ['NaN', { n: Number.NaN }, 'data.n', '`NaN`'],
    ['Infinity', { n: Number.POSITIVE_INFINITY }, 'data.n', '`Infinity`'],
    ['minus Infinity', { n: [Number.NEGATIVE_INFINITY] }, 'data.n[0]', '`-Infinity`'],
    ['a BigInt', { n: 1n }, 'data.n', 'a bigint'],
    ['a function', { f: () => 1 }, 'data.f', 'a function'],
    ['a toJSON of an object', { toJSON: () => 1 }, 'data.toJSON', 'a function'],
    ['a symbol', { s: Symbol('s') }, 'data.s', 'a symbol'],
    ['a symbol as a key', { a: { [Symbol('s')]: 1 } }, 'data.a', 'an object with symbol keys'],
    ['a Date', { at: new Date(0) }, 'data.at', 'an instance of Date; turn it into a plain value'],
    ['a Map', { m: new Map([['a', 1]]) }, 'data.m', 'an instance of Map; turn it into a plain value'],
    ['a Set', { s: [new Set([1])] }, 'data.s[0]', 'an instance of Set; turn it into a plain value'],
    ['bytes', { b: Buffer.from('a') }, 'data.b', 'an instance of Buffer; turn it into a plain value'],
    ['a boxed string', { s: Object('a') }, 'data.s', 'an instance of String; turn it into a plain value'],
    [
      'an instance of a class',
      { m: new Money() },
      'data.m',
      'an instance of Money; turn it into a plain value',
    ],
    [
      'an instance of a class without a name',
      { m: new (class {})() },
      'data.m',
      'an instance of a class; turn it into a plain value',
    ],
    [
      'an object that inherits what it holds',
      { m: Object.create({ a: 1 }) },
      'data.m',
      'an instance of Object; turn it into a plain value',
    ],
    [
      'an array with a property of its own',
      { a: withOwnProperty },
      'data.a',
      'an array with properties of its own; copy its elements to a new one',
    ],
    [
      'the match of a regular expression',
      { a: /(a)/.exec('a') },
      'data.a',
      'an array with properties of its own; copy its elements to a new one',
    ],
    ['a cycle', cycle, 'data.self.again', 'a reference to an object that contains it'],
    [
      'an integer above 64 bits',
      { n: 2 ** 63 },
      'data.n',
      'a whole number outside the 64-bit range; send it as a string',
    ],
    // Its JSON text is rounded to -9223372036854776000, which is below the smallest 64-bit integer.
    [
      'the smallest 64-bit integer',
      { n: -(2 ** 63) },
      'data.n',
      'a whole number outside the 64-bit range; send it as a string',
    ],
  ])('%s is refused', (_, data, path, found) => {
    const error = thrownBy(() => create(data))
    expect(error.code).toBe('INVALID_EVENT')
    expect(error.details).toEqual({ path, eventType: 'AnythingGoes' })
    expect(error.message).toBe(
      `Expected \`${path}\` of event \`AnythingGoes\` to be a JSON value, got ${found}`,
    )
  })

  it('deeper than EventBridge reads is refused, one level less is not', () => {
    // 1,000 levels, of which the detail itself is one.
    expect(() => create(nested(999))).not.toThrow()
    const error = thrownBy(() => create(nested(1000)))
    expect(error.code).toBe('INVALID_EVENT')
    expect(error.message).toMatch(/to be a JSON value, got something nested more than 998 levels deep$/)
  })
})

describe('a value that JSON carries', () => {
  it.each<[string, unknown]>([
    ['an empty string', { text: '' }],
    ['null', null],
    ['an empty object and array', { a: {}, b: [] }],
    ['the largest safe integers', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
    ['an integer below 64 bits', [2 ** 63 - 1024]],
    ['fractions', [0.1, -1.5e-300]],
    ['text beyond ASCII', { text: 'Grüße 👋 \u0000 "quoted" \\ \u2028' }],
    ['the same object twice, which is no cycle', Array(2).fill({ a: 1 })],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a key named __proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ])('%s survives', (_, data) => {
    expect(JSON.parse(create(data).dataText)).toEqual(data)
  })

  it('made in another realm survives (test runners and workers bring such)', () => {
    expect(create(runInNewContext('({ a: [{ b: 1 }] })')).dataText).toBe('{"a":[{"b":1}]}')
    expect(create(structuredClone({ a: 1 })).dataText).toBe('{"a":1}')
  })

  it('comes back as it was', () => {
    fc.assert(
      fc.property(jsonData, (data) => {
        expect(JSON.parse(create(data).dataText)).toEqual(JSON.parse(JSON.stringify(data)))
      }),
    )
  })
})
