import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { DEFAULT_KEYS } from '../environment.js'
import { isPlainObject } from '../event/is-plain-object.js'
import { Outbox } from '../outbox/outbox.js'
import type { OutboxOptions } from '../outbox/outbox-options.js'
import { ATTRIBUTE, PARTITION_PREFIX } from '../store/layout.js'

/** An event as it would be committed. */
export interface RecordedEvent {
  readonly eventType: string
  readonly aggregateType: string
  readonly aggregateId: string
  readonly data: unknown
  /** All of `metadata`: ids, version, place in the transaction, chain and cause, context. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** A write of the caller's, in the order of the calls: `{ Put: { TableName, Item, … } }`, `{ Update: … }`, … */
export type RecordedWrite = Readonly<Record<string, unknown>>

export interface RecordedOutbox {
  /** An outbox that commits to nothing: give it to the code under test. */
  readonly outbox: Outbox
  /** The events of all transactions so far. */
  readonly events: readonly RecordedEvent[]
  /** The other writes of all transactions so far. */
  readonly writes: readonly RecordedWrite[]
  /** The next commit throws the error, and nothing of it is recorded. */
  readonly failNext: (error: Error) => void
}

/**
 * For unit tests without a table: which events would this command commit, and what else would it write? All checks of
 * the real outbox (schemas, sizes, keys, …) are made; conditions are not, for there are no items.
 *
 *     const { outbox, events } = recordOutbox()
 *     await payOrder(outbox, 'o-1')
 *     expect(events).toMatchObject([{ eventType: 'OrderPaid', aggregateId: 'o-1' }])
 */
export function recordOutbox(options: Partial<Omit<OutboxOptions, 'client'>> = {}): RecordedOutbox {
  const events: RecordedEvent[] = []
  const writes: RecordedWrite[] = []
  const failures: Error[] = []
  const keys = options.keys ?? DEFAULT_KEYS
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  // Behind what turns values into attributes, which refuses some, and in front of all that is sent.
  client.middlewareStack.add(
    () => async (request) => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      for (const item of itemsOf(request.input)) {
        const event = eventOf(item, keys.partitionKey)
        if (event === undefined) writes.push(item)
        else events.push(event)
      }
      return { output: { $metadata: {} }, response: undefined }
    },
    { step: 'build', priority: 'high', name: 'recordOutbox' },
  )
  const outbox = new Outbox({
    tableName: 'recorded',
    source: 'recorded',
    ...options,
    client: DynamoDBDocumentClient.from(client),
  })
  return { outbox, events, writes, failNext: (error) => void failures.push(error) }
}

/** The actions of a TransactWriteItems, with plain values. */
function itemsOf(input: unknown): RecordedWrite[] {
  if (!isPlainObject(input) || !Array.isArray(input['TransactItems'])) return []
  return input['TransactItems'].map((item: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(item).map(([kind, action]) => [kind, plain(action)])),
  )
}

const MARSHALLED: ReadonlySet<string> = new Set(['Item', 'Key', 'ExpressionAttributeValues'])

function plain(action: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(action).map(([name, value]) => [name, MARSHALLED.has(name) ? unmarshall(value) : value]),
  )
}

function eventOf({ Put }: RecordedWrite, partitionKey: string): RecordedEvent | undefined {
  if (!isPlainObject(Put) || !isPlainObject(Put['Item'])) return undefined
  const { [partitionKey]: partition, [ATTRIBUTE.detail]: detail } = Put['Item']
  if (typeof partition !== 'string' || !partition.startsWith(PARTITION_PREFIX) || typeof detail !== 'string')
    return undefined
  const { metadata, data } = JSON.parse(detail)
  const { eventType, aggregateType, aggregateId } = metadata
  return { eventType, aggregateType, aggregateId, data, metadata }
}
