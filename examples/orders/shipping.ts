import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { z } from 'zod'
import { orderPaid } from './events.js'

// The shipping service: another team, another table. It learns of orders from EventBridge alone, through a queue.

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const TableName = process.env['SHIPPING_TABLE_NAME'] ?? ''

const envelope = z.object({
  'detail-type': z.string(),
  detail: z.object({
    metadata: z.object({ eventId: z.string(), aggregateId: z.string(), occurredAt: z.string() }),
    data: z.unknown(),
  }),
})

type Arrival = z.output<typeof envelope>

/** A message that fails comes again, alone; those that succeeded do not. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const results = await Promise.allSettled(event.Records.map(receive))
  const batchItemFailures = results.flatMap((result, index) => {
    const record = event.Records[index]
    if (result.status === 'fulfilled' || record === undefined) return []
    // Not the reason itself: a parser's message quotes the text that it cannot parse.
    console.error('A message could not be handled', record.messageId, errorName(result.reason))
    return [{ itemIdentifier: record.messageId }]
  })
  return { batchItemFailures }
}

async function receive({ body }: SQSRecord): Promise<void> {
  const arrival = envelope.parse(JSON.parse(body))
  await recordArrival(arrival)
  if (arrival['detail-type'] === orderPaid.type) await ship(arrival)
}

/** One item per event, however often it comes: delivery is at least once, and `arrivals` shows how often that was. */
async function recordArrival({ 'detail-type': eventType, detail }: Arrival): Promise<void> {
  const { eventId, aggregateId, occurredAt } = detail.metadata
  await client.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `EVENT#${eventId}` },
      UpdateExpression:
        'ADD arrivals :one SET eventType = :type, orderId = :order, occurredAt = :occurred, firstArrivedAt = if_not_exists(firstArrivedAt, :now)',
      ExpressionAttributeValues: {
        ':one': 1,
        ':type': eventType,
        ':order': aggregateId,
        ':occurred': occurredAt,
        ':now': new Date().toISOString(),
      },
    }),
  )
}

/** Ships an order once. The condition makes the second time do nothing, so a message may come as often as it likes. */
async function ship({ detail: { metadata } }: Arrival): Promise<void> {
  try {
    await client.send(
      new PutCommand({
        TableName,
        Item: {
          pk: `SHIPMENT#${metadata.aggregateId}`,
          shippedAt: new Date().toISOString(),
          becauseOf: metadata.eventId,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    )
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return
    throw error
  }
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
