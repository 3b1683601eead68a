import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const dynamodb = mockClient(DynamoDBDocumentClient)

let handler: typeof import('../../examples/orders/shipping.js').handler

beforeAll(async () => {
  vi.stubEnv('SHIPPING_TABLE_NAME', 'shipping')
  ;({ handler } = await import('../../examples/orders/shipping.js'))
})

beforeEach(() => {
  dynamodb.reset()
  dynamodb.on(UpdateCommand).resolves({})
  dynamodb.on(PutCommand).resolves({})
})

const message = (eventId: string, type = 'OrderPaid', orderId = 'o-1'): string =>
  JSON.stringify({
    'detail-type': type,
    source: 'orders',
    detail: {
      metadata: { eventId, aggregateId: orderId, occurredAt: '2026-01-01T00:00:00.000Z' },
      data: {},
    },
  })

const batch = (...bodies: readonly string[]): SQSEvent =>
  ({ Records: bodies.map((body, index) => ({ messageId: `m-${index}`, body })) }) as SQSEvent

const shipped = (): unknown[] =>
  dynamodb.commandCalls(PutCommand).map(({ args }) => args[0].input.Item?.['pk'])
const recorded = (): unknown[] =>
  dynamodb.commandCalls(UpdateCommand).map(({ args }) => args[0].input.Key?.['pk'])

describe('shipping', () => {
  it('records what arrives and ships what is paid', async () => {
    const result = await handler(
      batch(message('e-1', 'OrderPlaced'), message('e-2'), message('e-3', 'OrderCancelled', 'o-2')),
    )
    expect(result).toEqual({ batchItemFailures: [] })
    expect(recorded()).toEqual(['EVENT#e-1', 'EVENT#e-2', 'EVENT#e-3'])
    expect(shipped()).toEqual(['SHIPMENT#o-1'])
  })

  it('ships an order once: the condition of the second time fails, which is fine', async () => {
    dynamodb.on(PutCommand).rejects(new ConditionalCheckFailedException({ message: 'exists', $metadata: {} }))
    expect(await handler(batch(message('e-1')))).toEqual({ batchItemFailures: [] })
    expect(dynamodb.commandCalls(PutCommand)[0]?.args[0].input.ConditionExpression).toBe(
      'attribute_not_exists(pk)',
    )
  })

  it('asks for the failed messages again, and for no other', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    dynamodb.on(PutCommand, { Item: { pk: 'SHIPMENT#o-2' } }, false).rejects(new Error('throttled'))
    const result = await handler(batch(message('e-1'), message('e-2', 'OrderPaid', 'o-2'), 'no JSON', '{}'))
    expect(result).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm-1' }, { itemIdentifier: 'm-2' }, { itemIdentifier: 'm-3' }],
    })
    expect(logged).toHaveBeenCalledTimes(3)
    logged.mockRestore()
  })
})
