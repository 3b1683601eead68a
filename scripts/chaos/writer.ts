import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { defineEvent, Outbox, type OutboxEvent } from 'serverless-outbox'
import { z } from 'zod'
import type { Role } from './role.js'

// A service that uses the outbox, as a Lambda function: the local cloud can kill it like the others.

export interface WriteOrder {
  readonly aggregateId: string
  /** How many events the transaction has. */
  readonly events: number
  /** Of a reminder: due so long after the commit. */
  readonly dueInSeconds?: number
  readonly role: Role
}

export interface Written {
  readonly key: { readonly pk: string; readonly sk: string }
  /** As the event was meant, whatever was written. */
  readonly detail: string
}

const data = z.strictObject({ role: z.string(), entry: z.int() })
const booked = defineEvent('Booked', { version: 1, aggregateType: 'Account', schema: data })
const reminder = defineEvent('Reminder', { version: 1, aggregateType: 'Reminder', schema: data })

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const outbox = Outbox.fromEnvironment({ client })
const TableName = process.env['OUTBOX_TABLE_NAME'] ?? ''

export async function handler(order: WriteOrder): Promise<Written | undefined> {
  const { aggregateId, role, dueInSeconds } = order
  if (dueInSeconds !== undefined) {
    const availableAt = new Date(Date.now() + dueInSeconds * 1_000)
    await outbox.transact((tx) =>
      tx.publish(reminder.create({ aggregateId, availableAt, data: { role, entry: 0 } })),
    )
    return undefined
  }
  const key = { pk: `ACCOUNT#${aggregateId}`, sk: 'ACCOUNT' }
  const { Item: before } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }))
  const version = Number(before?.['version'] ?? 0) + 1
  const events = Array.from({ length: order.events }, (_, entry) =>
    booked.create({ aggregateId, aggregateVersion: version, data: { role, entry } }),
  )
  const account = {
    Item: { ...key, version },
    ConditionExpression: 'attribute_not_exists(pk) OR version = :before',
    ExpressionAttributeValues: { ':before': version - 1 },
  }
  if (role === 'broken') return writeBroken(account, events)
  await outbox.transact((tx) => {
    tx.put(account)
    tx.publish(...events)
  })
  return undefined
}

/** What a service can do that makes the rows by itself, past the checks of the library: text that is no JSON. */
async function writeBroken(
  account: { readonly Item: Readonly<Record<string, unknown>> },
  events: readonly OutboxEvent[],
): Promise<Written> {
  const rows = await outbox
    .batch()
    .add(...events)
    .items()
  const row = rows[0]?.Put.Item
  if (row === undefined) throw new Error('There is no row to break')
  const { pk, sk, obDetail } = row
  row['obDetail'] = String(obDetail).slice(0, -1)
  await client.send(
    new TransactWriteCommand({ TransactItems: [{ Put: { TableName, ...account } }, ...rows] }),
  )
  return { key: { pk: String(pk), sk: String(sk) }, detail: String(obDetail) }
}
