import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { KeyNames } from '../environment.js'
import { isPlainObject } from '../event/is-plain-object.js'
import { wellFormedTraceHeader } from '../event/trace-header.js'
import { ATTRIBUTE } from '../store/layout.js'
import { keyAttributes, keyOf, rowIdentity, rowKey } from '../store/row-key.js'
import { ReplayError } from './replay-error.js'
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
      for (const item of Items) yield this.#item(item)
      from = LastEvaluatedKey
    } while (from !== undefined)
  }

  #item(row: Readonly<Record<string, unknown>>): SourceItem {
    const key = keyOf(row, this.#options.keys)
    const position = key.sort ?? ''
    if (row[ATTRIBUTE.status] !== 'PUBLISHED') return { kind: 'unpublished', position }
    const identity = rowIdentity(key)
    const source = row[ATTRIBUTE.source]
    const eventType = row[ATTRIBUTE.type]
    const detail = row[ATTRIBUTE.detail]
    const occurredAt = row[ATTRIBUTE.time]
    const fault = (attribute: string, rule: string): SourceItem => ({
      kind: 'malformed',
      place: `the row of event ${position}`,
      reason: `\`${attribute}\` is no ${rule}`,
      position,
    })
    if (identity === undefined) return fault(this.#options.keys.partitionKey, "outbox row's key")
    if (!isText(source)) return fault(ATTRIBUTE.source, 'text')
    if (!isText(eventType)) return fault(ATTRIBUTE.type, 'text')
    if (!isText(occurredAt) || Number.isNaN(Date.parse(occurredAt))) return fault(ATTRIBUTE.time, 'time')
    if (!isText(detail) || !isJsonObject(detail)) return fault(ATTRIBUTE.detail, 'text of a JSON object')
    const traceHeader = wellFormedTraceHeader(row[ATTRIBUTE.trace])
    const event = { ...identity, eventType, source, occurredAt, detail }
    return { kind: 'event', event: traceHeader === undefined ? event : { ...event, traceHeader }, position }
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isJsonObject(text: string): boolean {
  try {
    return isPlainObject(JSON.parse(text))
  } catch {
    // The parser's message quotes the payload.
    return false
  }
}
