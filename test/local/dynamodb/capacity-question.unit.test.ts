import { describe, expect, it } from 'vitest'
import { CONSUMED_CAPACITY_HEADER, capacityQuestion } from '../../../lib/local/dynamodb/capacity-question.js'
import { jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import { takeConsumedCapacity } from '../../../lib/local/metrics/consumed-capacity.js'

describe('the capacity that a call consumed', () => {
  it.each([
    [
      'GetItem',
      {},
      { TableName: 'a', CapacityUnits: 0.5 },
      { readUnits: 0.5, writeUnits: 0, tables: { a: { readUnits: 0.5, writeUnits: 0 } } },
    ],
    [
      'BatchWriteItem',
      {},
      [
        { TableName: 'a', CapacityUnits: 2 },
        { TableName: 'b', CapacityUnits: 3 },
      ],
      {
        readUnits: 0,
        writeUnits: 5,
        tables: { a: { readUnits: 0, writeUnits: 2 }, b: { readUnits: 0, writeUnits: 3 } },
      },
    ],
    [
      // It was made before: then it costs reads.
      'TransactWriteItems',
      {},
      [
        { TableName: 'a', CapacityUnits: 4, WriteCapacityUnits: 4 },
        { TableName: 'b', CapacityUnits: 2, ReadCapacityUnits: 2 },
      ],
      {
        readUnits: 2,
        writeUnits: 4,
        tables: { a: { readUnits: 0, writeUnits: 4 }, b: { readUnits: 2, writeUnits: 0 } },
      },
    ],
    [
      'ExecuteStatement',
      { Statement: 'UPDATE a SET b=?' },
      { TableName: 'a', CapacityUnits: 1 },
      { readUnits: 0, writeUnits: 1, tables: { a: { readUnits: 0, writeUnits: 1 } } },
    ],
  ])('of %s is that of each table', (operation, input, ConsumedCapacity, expected) => {
    const { asked, told } = capacityQuestion(operation, input)
    expect(asked).toBe('TOTAL')
    const { response, capacity } = takeConsumedCapacity(told(jsonResponse({ ConsumedCapacity, Count: 1 })))
    expect(capacity).toEqual(expected)
    // The caller did not ask.
    expect(JSON.parse(response.body.toString())).toEqual({ Count: 1 })
    expect(Object.keys(response.headers)).not.toContain(CONSUMED_CAPACITY_HEADER)
  })

  it.each([
    ['BatchExecuteStatement', { Statements: [{ Statement: 'select * from "a"' }] }],
    ['ExecuteStatement', { Statement: 'SELECT * FROM a' }],
    ['ExecuteTransaction', { TransactStatements: [{ Statement: 'SELECT * FROM a' }] }],
  ])('of %s that selects is one of reads', (operation, input) => {
    const ConsumedCapacity = [{ TableName: 'a', CapacityUnits: 1 }]
    const answer = capacityQuestion(operation, input).told(jsonResponse({ ConsumedCapacity }))
    expect(takeConsumedCapacity(answer).capacity).toMatchObject({ readUnits: 1, writeUnits: 0 })
  })

  it('is left to a caller who asked', () => {
    const { asked, told } = capacityQuestion('GetItem', { ReturnConsumedCapacity: 'INDEXES' })
    expect(asked).toBeUndefined()
    const answer = { ConsumedCapacity: { TableName: 'a', CapacityUnits: 1 } }
    const { response, capacity } = takeConsumedCapacity(told(jsonResponse(answer)))
    expect(JSON.parse(response.body.toString())).toEqual(answer)
    expect(capacity).toMatchObject({ readUnits: 1 })
  })

  it.each([
    ['the engine does not tell', 'GetItem', jsonResponse({})],
    ['the call failed', 'GetItem', jsonResponse({ ConsumedCapacity: { CapacityUnits: 1 } }, 400)],
    ['there is none', 'ListTables', jsonResponse({ ConsumedCapacity: { CapacityUnits: 1 } })],
  ])('is unknown when %s', (_, operation, response) => {
    expect(takeConsumedCapacity(capacityQuestion(operation, {}).told(response)).capacity).toBeUndefined()
  })
})
