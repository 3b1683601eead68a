import { marshall } from '@aws-sdk/util-dynamodb'
import { expect, it } from 'vitest'
import { itemBytes } from '../../lib/store/item-bytes.js'

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
it.each<[string, Record<string, unknown>, number]>([
  ['text, in UTF-8 with its name', { näme: '€👋' }, 5 + 3 + 4],
  ['an empty text', { a: '' }, 1],
  ['a number: a byte for two digits, and one', { a: 12345 }, 1 + 3 + 1],
  ['a negative number: one byte more', { a: -12345 }, 1 + 3 + 2],
  ['a fraction', { a: 0.25 }, 1 + 2 + 1],
  ['a boolean, null', { a: true, b: null }, 2 + 2],
  ['bytes', { a: new Uint8Array(5) }, 1 + 5],
  [
    'sets',
    { a: new Set(['a', 'bc']), b: new Set([1, 23]), c: new Set([new Uint8Array(2)]) },
    1 + 3 + 1 + 4 + 1 + 2,
  ],
  ['a list: 3 bytes, and one for each element', { a: ['x', 'yz'] }, 1 + 3 + 1 + 1 + 1 + 2],
  ['a map: 3 bytes, and one for each pair', { a: { b: 'x' } }, 1 + 3 + 1 + 1 + 1],
  ['nesting', { a: [{}] }, 1 + 3 + 1 + 3],
])('%s', (_, item, bytes) => {
  expect(itemBytes(marshall(item))).toBe(bytes)
})
