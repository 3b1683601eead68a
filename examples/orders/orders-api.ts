import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda'
import { Outbox } from 'serverless-outbox'
import { OrderCommands } from './commands.js'
import { HttpError, problem } from './http-error.js'
import { getOrder, ordersUnitOfWork } from './order-table.js'
import { cancelInput, parseBody, payInput, placeInput } from './requests.js'

// The API of the order service, a Lambda function URL:
//   POST /orders               { customerId, currency, lines: [{ sku, quantity, priceCents }], orderId? }
//   POST /orders/{id}/pay      { paymentId }
//   POST /orders/{id}/cancel   { reason }
//   GET  /orders/{id}

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const tableName = process.env['OUTBOX_TABLE_NAME'] ?? ''
const commands = new OrderCommands(ordersUnitOfWork(Outbox.fromEnvironment({ client }), client, tableName))

export async function handler(event: LambdaFunctionURLEvent): Promise<LambdaFunctionURLResult> {
  try {
    const [statusCode, body] = await route(event)
    return answer(statusCode, body)
  } catch (error) {
    const { statusCode, body } = problem(error)
    // What the caller did wrong is for the caller; what we did wrong is for us.
    if (statusCode >= 500) console.error(error)
    return answer(statusCode, body)
  }
}

async function route(event: LambdaFunctionURLEvent): Promise<[statusCode: number, body: object]> {
  const request = `${event.requestContext.http.method} ${event.rawPath}`
  const [, method, orderId = '', action] =
    /^(GET|POST) \/orders(?:\/([^/]{1,100}))?(?:\/([^/]+))?$/.exec(request) ?? []

  if (method === 'POST' && orderId === '') {
    const { orderId: wanted, ...input } = parseBody(placeInput, event)
    return [201, await commands.place(wanted ?? randomUUID(), input)]
  }
  if (method === 'POST' && action === 'pay')
    return [200, await commands.pay(orderId, parseBody(payInput, event).paymentId)]
  if (method === 'POST' && action === 'cancel')
    return [200, await commands.cancel(orderId, parseBody(cancelInput, event).reason)]
  if (method === 'GET' && orderId !== '' && action === undefined)
    return [200, { order: await getOrder(client, tableName, orderId) }]
  throw new HttpError(404, 'NOT_FOUND', `There is no ${request}`)
}

function answer(statusCode: number, body: object): LambdaFunctionURLResult {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
