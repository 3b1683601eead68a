import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { createConsumer, on } from 'serverless-outbox'
import { orderCancelled, orderPaid } from './events.js'

// The shipping service: another team, another table. It learns of orders from EventBridge alone, through a queue. What
// it writes commits together with the record that the event was handled, so each event has its effect once.

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const TableName = process.env['OUTBOX_INBOX_TABLE_NAME'] ?? ''

const shipmentKey = (orderId: string) => ({ pk: `SHIPMENT#${orderId}` })
const cancellationKey = (orderId: string) => ({ pk: `CANCELLATION#${orderId}` })
const isNew = 'attribute_not_exists(pk)'

export const handler = createConsumer({
  inbox: { effects: 'transaction', client },
  events: [
    on(orderPaid, async ({ aggregateId: orderId, eventId, data }, tx) => {
      // The inbox knows the event, not the order: a second payment of one order is another event, and must ship nothing.
      if ((await exists(shipmentKey(orderId))) || (await exists(cancellationKey(orderId)))) return
      // Somebody may write either of them right now. Then nothing commits, the message comes again, and the line above
      // finds it.
      tx.put({
        Item: { ...shipmentKey(orderId), becauseOf: eventId, paymentId: data.paymentId },
        ConditionExpression: isNew,
      })
      tx.check({ Key: cancellationKey(orderId), ConditionExpression: isNew })
    }),
    // It may come before the payment does.
    on(orderCancelled, ({ aggregateId: orderId, eventId }, tx) => {
      tx.put({ Item: { ...cancellationKey(orderId), becauseOf: eventId } })
    }),
  ],
})

async function exists(Key: Readonly<Record<string, string>>): Promise<boolean> {
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
  return Item !== undefined
}
