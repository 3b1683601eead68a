import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import type { OutboxEvent } from 'serverless-outbox'
import { eventBridgeEvent, sqsEvent } from 'serverless-outbox/testing'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderCancelled, orderPaid } from '../../examples/orders/events.js'

const dynamodb = mockClient(DynamoDBDocumentClient)

let handler: typeof import('../../examples/orders/shipping.js').handler

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('OUTBOX_CONSUMER_NAME', 'shipping')
  vi.stubEnv('OUTBOX_INBOX_TABLE_NAME', 'shipping')
  vi.stubEnv('OUTBOX_INBOX_PARTITION_KEY', 'pk')
  vi.stubEnv('OUTBOX_INBOX_SORT_KEY', '')
  ;({ handler } = await import('../../examples/orders/shipping.js'))
})

beforeEach(() => {
  dynamodb.reset()
  dynamodb.on(BatchGetCommand).resolves({})
  dynamodb.on(GetCommand).resolves({})
  dynamodb.on(TransactWriteCommand).resolves({})
})

const paid = orderPaid.create({
  aggregateId: 'o-1',
  aggregateVersion: 2,
  data: { paymentId: 'p-1', total: { currency: 'EUR', cents: 990 } },
})
const cancelled = orderCancelled.create({
  aggregateId: 'o-1',
  aggregateVersion: 3,
  data: { reason: 'changed' },
})

const deliver = (event: OutboxEvent) => handler(sqsEvent([eventBridgeEvent(event)]))

/** The partition keys of what each transaction writes and checks. */
const transactions = (): unknown[][] =>
  dynamodb
    .commandCalls(TransactWriteCommand)
    .map(({ args }) =>
      (args[0].input.TransactItems ?? []).map(
        ({ Put, ConditionCheck }) => (Put?.Item ?? ConditionCheck?.Key)?.['pk'],
      ),
    )

describe('shipping', () => {
  it('ships what is paid, together with the record that it was told', async () => {
    expect(await deliver(paid)).toEqual({ batchItemFailures: [] })
    expect(transactions()).toEqual([
      [
        `INBOX#shipping#${paid.eventId}`,
        'INBOX-ORDER#shipping#Order#o-1',
        'SHIPMENT#o-1',
        'CANCELLATION#o-1',
      ],
    ])
  })

  it.each(['SHIPMENT#o-1', 'CANCELLATION#o-1'])(
    'ships nothing for a second payment, or after a cancellation: %s is there',
    async (pk) => {
      dynamodb.on(GetCommand, { TableName: 'shipping', Key: { pk } }, false).resolves({ Item: { pk } })
      expect(await deliver(paid)).toEqual({ batchItemFailures: [] })
      expect(transactions().flat()).not.toContain('SHIPMENT#o-1')
    },
  )

  it('remembers a cancellation that comes before the payment', async () => {
    await deliver(cancelled)
    expect(transactions().flat()).toContain('CANCELLATION#o-1')
  })
})
