import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { ConsumedEvent } from '../../lib/inbox/consumed-event.js'
import type { TransactionalConsumerOptions } from '../../lib/inbox/consumer-options.js'
import { type ConsumerHandler, createConsumer } from '../../lib/inbox/create-consumer.js'
import { on } from '../../lib/inbox/on.js'
import type { Transaction } from '../../lib/outbox/transaction.js'
import type { EngineTable } from '../store/dynamodb-engine.js'
import { orderCancelled, orderPaid } from './order-events.js'

export interface OrderDesk {
  readonly handler: ConsumerHandler
  /** How often the effect of a payment was committed, by aggregate. */
  readonly payments: (aggregateId: string) => Promise<number>
  /** How often the handler was run. */
  readonly runs: () => number
  /** What the handler was told of the order, in the order of its runs. */
  readonly told: string[]
  /** Items whose partition key begins with the prefix. */
  readonly items: (prefix: string) => Promise<Record<string, unknown>[]>
}

/** A consumer that counts payments in its own table, with a transactional inbox in the same table. */
export function orderDesk(
  table: EngineTable,
  options: Partial<TransactionalConsumerOptions> = {},
  before: (event: ConsumedEvent, tx: Transaction) => unknown = () => undefined,
): OrderDesk {
  const told: string[] = []
  let runs = 0
  const { tableName, keys, ttlAttribute, client } = table
  const key = (id: string) =>
    keys.sortKey === undefined
      ? { [keys.partitionKey]: `DESK#${id}` }
      : { [keys.partitionKey]: `DESK#${id}`, [keys.sortKey]: 'DESK' }
  const count = async (event: ConsumedEvent, tx: Transaction) => {
    runs += 1
    told.push(`${event.aggregateVersion}${event.eventCount > 1 ? `.${event.eventIndex}` : ''} ${event.order}`)
    await before(event, tx)
    tx.update({
      TableName: tableName,
      Key: key(event.aggregateId),
      UpdateExpression: 'ADD payments :one',
      ExpressionAttributeValues: { ':one': 1 },
    })
  }
  const inbox = { effects: 'transaction', tableName, keys, ttlAttribute, client } as const
  const settings = {
    name: 'desk',
    inbox,
    events: [on(orderPaid, count), on(orderCancelled, count)],
    ...options,
  } as TransactionalConsumerOptions
  return {
    told,
    runs: () => runs,
    handler: createConsumer(settings),
    payments: async (aggregateId) => {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: key(aggregateId), ConsistentRead: true }),
      )
      return Number(Item?.['payments'] ?? 0)
    },
    items: async (prefix) => {
      const { Items = [] } = await client.send(
        new ScanCommand({ TableName: tableName, ConsistentRead: true }),
      )
      return Items.filter((item) => String(item[keys.partitionKey]).startsWith(prefix))
    },
  }
}
