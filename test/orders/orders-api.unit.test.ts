import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { LambdaFunctionURLEvent } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const dynamodb = mockClient(DynamoDBDocumentClient)
const PLACED = {
  pk: 'ORDER#o-1',
  sk: 'ORDER',
  orderId: 'o-1',
  status: 'PLACED',
  version: 1,
  customerId: 'c-1',
  currency: 'EUR',
  lines: [{ sku: 'tea', quantity: 2, priceCents: 450 }],
}
const ORDER_ID = '0b8f2c52-1f5b-4b7e-9d2c-3f1f5a3a9c11'
const NEW_ORDER = { customerId: 'c-1', currency: 'EUR', lines: PLACED.lines }

let handler: typeof import('../../examples/orders/orders-api.js').handler

beforeAll(async () => {
  vi.stubEnv('OUTBOX_TABLE_NAME', 'shop')
  vi.stubEnv('OUTBOX_SOURCE', 'orders')
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  ;({ handler } = await import('../../examples/orders/orders-api.js'))
})

beforeEach(() => {
  dynamodb.reset()
  dynamodb.on(TransactWriteCommand).resolves({})
  dynamodb.on(GetCommand).resolves({ Item: PLACED })
})

async function call(
  method: string,
  rawPath: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const result = await handler({
    rawPath,
    isBase64Encoded: false,
    requestContext: { http: { method } },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  } as LambdaFunctionURLEvent)
  if (typeof result === 'string') throw new Error('The API answers objects')
  return { status: result.statusCode ?? 0, body: JSON.parse(result.body ?? '') }
}

const written = () => dynamodb.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? []

const error = (code: string, message: unknown = expect.any(String)): object => ({ error: { code, message } })

describe('POST /orders', () => {
  it('commits the order and its event in one transaction and answers with both', async () => {
    const { status, body } = await call('POST', '/orders', { ...NEW_ORDER, orderId: ORDER_ID })
    expect(status).toBe(201)
    expect(body).toEqual({
      order: { orderId: ORDER_ID, status: 'PLACED', version: 1, ...NEW_ORDER },
      eventId: expect.any(String),
    })
    expect(written()).toMatchObject([
      {
        Put: {
          TableName: 'shop',
          Item: { pk: `ORDER#${ORDER_ID}`, sk: 'ORDER', version: 1 },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Put: {
          TableName: 'shop',
          Item: {
            pk: `OUTBOX#Order#${ORDER_ID}`,
            sk: (body as { eventId: string }).eventId,
            obType: 'OrderPlaced',
          },
        },
      },
    ])
  })

  it('gives an order an id where the caller gave none', async () => {
    const { body } = await call('POST', '/orders', NEW_ORDER)
    expect(body).toMatchObject({ order: { orderId: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
  })
})

describe('a change', () => {
  it.each([
    ['pay', { paymentId: 'p-1' }, 'PAID', 'OrderPaid'],
    ['cancel', { reason: 'changed my mind' }, 'CANCELLED', 'OrderCancelled'],
  ])(
    'POST /orders/{id}/%s is saved on top of the version that was read',
    async (action, input, state, type) => {
      const { status, body } = await call('POST', `/orders/o-1/${action}`, input)
      expect(status).toBe(200)
      expect(body).toMatchObject({ order: { status: state, version: 2 } })
      expect(written()).toMatchObject([
        {
          Put: {
            Item: { pk: 'ORDER#o-1', status: state, version: 2 },
            ConditionExpression: 'version = :before',
            ExpressionAttributeValues: { ':before': 1 },
          },
        },
        { Put: { Item: { obType: type } } },
      ])
    },
  )

  it('is answered with 409 when somebody else was faster', async () => {
    dynamodb.on(TransactWriteCommand).rejects(
      new TransactionCanceledException({
        message: 'cancelled',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
      }),
    )
    expect(await call('POST', '/orders/o-1/pay', { paymentId: 'p-1' })).toEqual({
      status: 409,
      body: error('ORDER_CHANGED', 'The order was changed in the meantime'),
    })
  })

  it('is answered with 409 when the order does not allow it, and nothing is written', async () => {
    dynamodb.on(GetCommand).resolves({ Item: { ...PLACED, status: 'PAID', version: 2 } })
    expect(await call('POST', '/orders/o-1/cancel', { reason: 'too late' })).toEqual({
      status: 409,
      body: error('ORDER_REFUSED', 'Only a placed order can be cancelled, this one is PAID'),
    })
    expect(written()).toEqual([])
  })
})

describe('GET /orders/{id}', () => {
  it('answers with the order, without the keys of the table', async () => {
    const { pk, sk, ...order } = PLACED
    expect(await call('GET', '/orders/o-1')).toEqual({ status: 200, body: { order } })
  })

  it('answers 404 when there is none', async () => {
    dynamodb.on(GetCommand).resolves({})
    expect(await call('GET', '/orders/o-9')).toEqual({
      status: 404,
      body: error('ORDER_NOT_FOUND', 'There is no order o-9'),
    })
  })
})

describe('a mistake of the caller', () => {
  it.each<[string, unknown, string, string | RegExp]>([
    ['/orders', 'no JSON', 'INVALID_JSON', 'The body must be a JSON object'],
    ['/orders', undefined, 'INVALID_JSON', 'The body must be a JSON object'],
    [
      '/orders',
      { ...NEW_ORDER, currency: 'euro' },
      'INVALID_REQUEST',
      'currency: must be three capital letters',
    ],
    [
      '/orders',
      { ...NEW_ORDER, lines: [{ sku: 'tea', quantity: 0, priceCents: 1 }] },
      'INVALID_REQUEST',
      /^lines\.0\.quantity: /,
    ],
    ['/orders', { ...NEW_ORDER, colour: 'red' }, 'INVALID_REQUEST', /colour/],
    ['/orders/o-1/pay', {}, 'INVALID_REQUEST', /^paymentId: /],
    ['/orders/o-1/cancel', { reason: '' }, 'INVALID_REQUEST', /^reason: /],
  ])('POST %s %j is answered with 400', async (path, body, code, message) => {
    expect(await call('POST', path, body)).toEqual({
      status: 400,
      body: error(code, typeof message === 'string' ? message : expect.stringMatching(message)),
    })
  })

  it.each([
    ['GET', '/orders'],
    ['GET', '/orders/o-1/pay'],
    ['POST', '/orders/o-1'],
    ['POST', '/orders/o-1/ship'],
    ['DELETE', '/orders/o-1'],
    ['GET', '/'],
    ['GET', '/orders/o-1/pay/now'],
  ])('%s %s is answered with 404', async (method, path) => {
    expect(await call(method, path, {})).toEqual({
      status: 404,
      body: error('NOT_FOUND', `There is no ${method} ${path}`),
    })
  })
})

it('what we did wrong is logged and not told', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failure = new ConditionalCheckFailedException({ message: 'secret detail', $metadata: {} })
  dynamodb.on(GetCommand).rejects(failure)
  const { status, body } = await call('GET', '/orders/o-1')
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain('secret detail')
  expect(logged).toHaveBeenCalledWith(failure)
  logged.mockRestore()
})
