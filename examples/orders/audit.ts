import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type ConsumedEvent, createConsumer } from 'serverless-outbox'

// Keeps every event of orders for good: also those of types that nobody has thought of yet, as they were published.

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const TableName = process.env['AUDIT_TABLE_NAME'] ?? ''

export const handler = createConsumer({ events: [], onUnknown: record })

/** One item per event, however often it comes, so there is no need of an inbox; `arrivals` shows how often that was. */
async function record({ eventId, eventType, aggregateId, occurredAt, data }: ConsumedEvent): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `EVENT#${eventId}` },
      UpdateExpression:
        'ADD arrivals :one SET eventType = :type, orderId = :order, occurredAt = :occurred, #data = :data, firstArrivedAt = if_not_exists(firstArrivedAt, :now)',
      ExpressionAttributeNames: { '#data': 'data' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':type': eventType,
        ':order': aggregateId,
        ':occurred': occurredAt,
        ':data': data,
        ':now': new Date().toISOString(),
      },
    }),
  )
}
