import { describe, expect, it } from 'vitest'
import { CONSUMED_CAPACITY_HEADER } from '../../../lib/local/dynamodb/capacity-question.js'
import { jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import { callCapacity, takeConsumedCapacity } from '../../../lib/local/metrics/consumed-capacity.js'

const call = (operation: string, input: Readonly<Record<string, unknown>> = {}) =>
  ({ service: 'dynamodb', operation, input: { ReturnConsumedCapacity: 'TOTAL', ...input } }) as const

describe('the capacity that a call consumed', () => {
  it('comes in a header that is taken away', () => {
    const told = JSON.stringify({ readUnits: 0.5, tables: { orders: { readUnits: 0.5 } } })
    const taken = takeConsumedCapacity(
      jsonResponse({}, 200, { 'x-other': '1', [CONSUMED_CAPACITY_HEADER]: told }),
    )
    expect(taken.response.headers).toEqual({ 'x-other': '1' })
    expect(callCapacity(call('GetItem'), taken.response, taken.told)).toEqual({
      readUnits: 0.5,
      tables: { orders: { readUnits: 0.5 } },
    })
  })

  it.each([
    [
      'GetItem',
      {},
      { TableName: 'a', CapacityUnits: 0.5 },
      { readUnits: 0.5, tables: { a: { readUnits: 0.5 } } },
    ],
    [
      'PutItem',
      {},
      { TableName: 'a', CapacityUnits: 2 },
      { writeUnits: 2, tables: { a: { writeUnits: 2 } } },
    ],
    [
      'TransactWriteItems',
      {},
      [
        { TableName: 'a', CapacityUnits: 4, WriteCapacityUnits: 4 },
        { TableName: 'b', CapacityUnits: 2, ReadCapacityUnits: 2 },
      ],
      { readUnits: 2, writeUnits: 4, tables: { a: { writeUnits: 4 }, b: { readUnits: 2 } } },
    ],
    [
      'BatchExecuteStatement',
      { Statements: [{ Statement: 'select * from "a"' }] },
      [{ TableName: 'a', CapacityUnits: 1 }],
      { readUnits: 1, tables: { a: { readUnits: 1 } } },
    ],
    [
      'ExecuteStatement',
      { Statement: 'UPDATE a SET b=?' },
      { TableName: 'a', CapacityUnits: 1 },
      { writeUnits: 1, tables: { a: { writeUnits: 1 } } },
    ],
  ])(
    'of %s is else read from the answer, when the caller asked',
    (operation, input, ConsumedCapacity, expected) => {
      expect(callCapacity(call(operation, input), jsonResponse({ ConsumedCapacity }), undefined)).toEqual(
        expected,
      )
    },
  )

  it.each([
    [
      'the caller did not ask',
      call('GetItem', { ReturnConsumedCapacity: 'NONE' }),
      jsonResponse({ ConsumedCapacity: { CapacityUnits: 1 } }),
    ],
    ['the engine does not tell', call('GetItem'), jsonResponse({})],
    ['the call failed', call('GetItem'), jsonResponse({ ConsumedCapacity: { CapacityUnits: 1 } }, 400)],
    [
      'it is another service',
      { ...call('GetItem'), service: 'sqs' },
      jsonResponse({ ConsumedCapacity: { CapacityUnits: 1 } }),
    ],
  ])('is unknown when %s', (_, made, response) => {
    expect(callCapacity(made, response, undefined)).toBeUndefined()
  })
})
