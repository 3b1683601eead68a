import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { KeyNames } from '../environment.js'
import { ATTRIBUTE } from '../store/layout.js'
import { keyAttributes, keyOf, rowKey } from '../store/row-key.js'
import { ReplayError } from './replay-error.js'
import { rowItem } from './row-item.js'
import type { ReplaySource, SourceItem } from './source-item.js'

export interface RowSourceOptions {
  readonly client: DynamoDBDocumentClient
  readonly tableName: string
  readonly keys: KeyNames
  readonly aggregate: { readonly aggregateType: string; readonly aggregateId: string }
}

const READ = [
  ATTRIBUTE.source,
  ATTRIBUTE.type,
  ATTRIBUTE.detail,
  ATTRIBUTE.time,
  ATTRIBUTE.trace,
  ATTRIBUTE.status,
] as const

/**
 * The rows of one aggregate that are in the table still, in the order of their ids. The position is an id.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
 */
export class RowSource implements ReplaySource {
  readonly #options: RowSourceOptions
  readonly #sortKey: string

  /** @throws ReplayError when the table has no sort key */
  constructor(options: RowSourceOptions) {
    const { tableName, keys } = options
    if (keys.sortKey === undefined)
      throw new ReplayError(
        `Table ${tableName} has no sort key, so it cannot be asked for the rows of one aggregate: replay from the archive, with --from archive`,
      )
    this.#options = options
    this.#sortKey = keys.sortKey
  }

  async *read(after?: string): AsyncGenerator<SourceItem, void, undefined> {
    const { client, tableName, keys, aggregate } = this.#options
    const { partition } = rowKey({ ...aggregate, eventId: '' }, keys)
    const names = [keys.partitionKey, this.#sortKey, ...READ]
    let from: Record<string, unknown> | undefined =
      after === undefined ? undefined : keyAttributes({ partition, sort: after }, keys)
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          ConsistentRead: true,
          KeyConditionExpression: '#0 = :partition',
          ProjectionExpression: names.map((_, index) => `#${index}`).join(', '),
          ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
          ExpressionAttributeValues: { ':partition': partition },
          ExclusiveStartKey: from,
        }),
      )
      for (const item of Items) {
        const key = keyOf(item, keys)
        yield rowItem(key, item, key.sort ?? '')
      }
      from = LastEvaluatedKey
    } while (from !== undefined)
  }
}
