import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { isOutboxError, type Outbox } from 'serverless-outbox'
import type { Order } from './order.js'
import { OrderChanged, OrderNotFound, type OrdersUnitOfWork } from './orders.js'

/** The port on the outbox: an order and its event commit in one DynamoDB transaction. */
export function ordersUnitOfWork(
  outbox: Outbox,
  client: DynamoDBDocumentClient,
  table: string,
): OrdersUnitOfWork {
  return {
    run: (work) =>
      outbox
        .transact((tx) =>
          work({
            get: (orderId) => getOrder(client, table, orderId),
            save: (order) =>
              tx.put({ Item: { ...keyOf(order.orderId), ...order }, ...unchangedBefore(order) }),
            publish: (event) => tx.publish(event),
          }),
        )
        .catch((error: unknown) => {
          if (isOutboxError(error, 'CONDITION_FAILED') || isOutboxError(error, 'CONFLICT'))
            throw new OrderChanged('The order was changed in the meantime', { cause: error })
          throw error
        }),
  }
}

export async function getOrder(
  client: DynamoDBDocumentClient,
  table: string,
  orderId: string,
): Promise<Order> {
  const { Item } = await client.send(
    new GetCommand({ TableName: table, Key: keyOf(orderId), ConsistentRead: true }),
  )
  if (Item === undefined) throw new OrderNotFound(`There is no order ${orderId}`)
  const { pk, sk, ...order } = Item
  return order as Order
}

function keyOf(orderId: string): { readonly pk: string; readonly sk: string } {
  return { pk: `ORDER#${orderId}`, sk: 'ORDER' }
}

/** Optimistic locking: the table still holds the version that this one was made from, or none for a new order. */
function unchangedBefore(order: Order): object {
  if (order.version === 1) return { ConditionExpression: 'attribute_not_exists(pk)' }
  return {
    ConditionExpression: 'version = :before',
    ExpressionAttributeValues: { ':before': order.version - 1 },
  }
}
