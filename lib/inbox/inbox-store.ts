import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { KeyNames } from '../environment.js'
import type { PutAction } from '../outbox/action.js'
import type { Position } from './event-order.js'
import { INBOX_ATTRIBUTE, inboxKey, orderKey } from './inbox-layout.js'
import { positionOf } from './position-of.js'
import type { Metadata } from './read-message.js'

export interface InboxTable {
  readonly tableName: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
  /** How long an event is remembered after it was handled. Seconds. */
  readonly ttlSeconds: number
}

/** What a consumer remembers of an event and of its aggregate. */
export interface Remembered {
  readonly isHandled: boolean
  readonly highest?: Position
}

/** Reads what a consumer remembers, and makes the writes that a transaction adds to it. */
export class InboxStore {
  readonly #client: DynamoDBDocumentClient
  readonly #consumer: string
  readonly #table: InboxTable

  constructor(client: DynamoDBDocumentClient, consumer: string, table: InboxTable) {
    this.#client = client
    this.#consumer = consumer
    this.#table = table
  }

  /**
   * Consistent, so that what another worker has committed shows.
   *
   * @throws the SDK's error, and one when DynamoDB leaves a key unread: what is not known must not be guessed
   */
  async read(metadata: Metadata): Promise<Remembered> {
    const { tableName, keys } = this.#table
    const handled = inboxKey(this.#consumer, metadata.eventId, keys)
    const tracked = positionOf(metadata) === undefined ? [] : [orderKey(this.#consumer, metadata, keys)]
    const { Responses, UnprocessedKeys } = await this.#client.send(
      new BatchGetCommand({
        RequestItems: { [tableName]: { ConsistentRead: true, Keys: [handled, ...tracked] } },
      }),
    )
    if ((UnprocessedKeys?.[tableName]?.Keys ?? []).length > 0)
      throw Object.assign(new Error('DynamoDB left keys of the inbox unread'), { name: 'UnprocessedKeys' })
    const items = Responses?.[tableName] ?? []
    const named = (key: Record<string, string>) =>
      items.find((item) => item[keys.partitionKey] === key[keys.partitionKey])
    const [order] = tracked
    return {
      isHandled: named(handled) !== undefined,
      highest: order === undefined ? undefined : readPosition(named(order)),
    }
  }

  /** Fails when the event was handled before: then the whole transaction, with the effect, does not happen. */
  recordHandled({ eventId, eventType }: Metadata, now: number): PutAction {
    const { tableName, keys, ttlAttribute, ttlSeconds } = this.#table
    return {
      TableName: tableName,
      Item: {
        ...inboxKey(this.#consumer, eventId, keys),
        [INBOX_ATTRIBUTE.eventType]: eventType,
        [INBOX_ATTRIBUTE.handledAt]: new Date(now).toISOString(),
        [ttlAttribute]: Math.ceil(now / 1000) + ttlSeconds,
      },
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': keys.partitionKey },
    }
  }

  /**
   * Fails when another worker has moved the aggregate's position since it was read. Without a time to live: a history
   * that is forgotten would begin anew.
   */
  moveTo(position: Position, metadata: Metadata, highest: Position | undefined): PutAction {
    const { tableName, keys } = this.#table
    const Item = {
      ...orderKey(this.#consumer, metadata, keys),
      [INBOX_ATTRIBUTE.version]: position.version,
      [INBOX_ATTRIBUTE.index]: position.index,
      [INBOX_ATTRIBUTE.count]: position.count,
    }
    if (highest === undefined)
      return {
        TableName: tableName,
        Item,
        ConditionExpression: 'attribute_not_exists(#pk)',
        ExpressionAttributeNames: { '#pk': keys.partitionKey },
      }
    return {
      TableName: tableName,
      Item,
      ConditionExpression: '#version = :version AND #index = :index',
      ExpressionAttributeNames: { '#version': INBOX_ATTRIBUTE.version, '#index': INBOX_ATTRIBUTE.index },
      ExpressionAttributeValues: { ':version': highest.version, ':index': highest.index },
    }
  }
}

function readPosition(item: Readonly<Record<string, unknown>> | undefined): Position | undefined {
  if (item === undefined) return undefined
  return {
    version: Number(item[INBOX_ATTRIBUTE.version]),
    index: Number(item[INBOX_ATTRIBUTE.index]),
    count: Number(item[INBOX_ATTRIBUTE.count]),
  }
}
