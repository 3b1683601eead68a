import { describe, expect, it } from 'vitest'
import { toAttributeValues } from '../../lib/outbox/to-attribute-values.js'

class Money {
  readonly cents = 1
}

describe('an attribute that DynamoDB does not take', () => {
  it.each([
    ['undefined', { a: 1, deep: { note: undefined } }, 'deep'],
    ['a Date', { at: new Date(0) }, 'at'],
    ['a class instance', { a: 1, price: new Money() }, 'price'],
  ])('is named with its action when it is %s', (_, attributes, name) => {
    expect(() => toAttributeValues(attributes, 3, undefined)).toThrow(
      `Expected \`${name}\` of action 3 to be a value that DynamoDB takes: `,
    )
  })

  it('passes where the client is told to take it', () => {
    const options = { removeUndefinedValues: true, convertClassInstanceToMap: true }
    expect(toAttributeValues({ a: undefined, price: new Money() }, 0, options)).toEqual({
      price: { M: { cents: { N: '1' } } },
    })
  })
})
