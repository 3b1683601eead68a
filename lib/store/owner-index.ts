import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE, OWNER_INDEX } from './layout.js'
import { keyOf, type RowKey } from './row-key.js'
import type { TableLayout } from './transition-statement.js'

/** A row as the index shows it, which lags: the row may have another owner by now, or be gone. */
export interface IndexEntry {
  readonly key: RowKey
  /** `obShard` and `obDue` as the index has them. */
  readonly shard: string
  readonly due: string
}

/** Where a page ended; only to be handed back. */
export type IndexCursor = Readonly<Record<string, unknown>>

export interface IndexPage {
  /** Ascending by `due`. */
  readonly entries: readonly IndexEntry[]
  /** Absent at the end of the shard. */
  readonly next?: IndexCursor
}

export interface PageRequest {
  /** `<owner>#<region>#<shard>` */
  readonly shard: string
  /** Only what falls due before, as text. @default - all of the shard */
  readonly before?: string
  readonly after?: IndexCursor
  /** Rows, from 1. */
  readonly limit: number
}

export interface IndexCount {
  readonly count: number
  /** False when there are more: the count is a lower bound. */
  readonly isWhole: boolean
}

const MAX_SCAN_PAGES = 4

/**
 * The sparse index of rows that somebody owes work: one partition per owner, Region and shard.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
 */
export class OwnerIndex {
  readonly #client: DynamoDBDocumentClient
  readonly #table: TableLayout

  constructor(client: DynamoDBDocumentClient, table: TableLayout) {
    this.#client = client
    this.#table = table
  }

  /** @throws the SDK's error */
  async page({ shard, before, after, limit }: PageRequest): Promise<IndexPage> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({ ...this.#query(shard, before), Limit: limit, ExclusiveStartKey: after }),
    )
    return { entries: Items.map((item) => this.#entry(item)), next: LastEvaluatedKey }
  }

  /**
   * Every row of every owner, Region and shard, in no order; undefined when there are more than `maxRows`, or when they
   * are spread over more pages than a small index has, or when the time is up before the last page.
   * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html
   *
   * @throws the SDK's error
   */
  async all(maxRows: number, isTimeUp: () => boolean): Promise<readonly IndexEntry[] | undefined> {
    const entries: IndexEntry[] = []
    let after: IndexCursor | undefined
    for (let page = 0; page < MAX_SCAN_PAGES && !isTimeUp(); page += 1) {
      const { Items = [], LastEvaluatedKey } = await this.#client.send(
        new ScanCommand({
          TableName: this.#table.tableName,
          IndexName: OWNER_INDEX,
          // A page that ends at its limit says that there is more even when there is not.
          Limit: maxRows + 1 - entries.length,
          ExclusiveStartKey: after,
        }),
      )
      for (const item of Items) entries.push(this.#entry(item))
      if (entries.length > maxRows) return undefined
      after = LastEvaluatedKey
      if (after === undefined) return entries
    }
    return undefined
  }

  /**
   * Some rows of any owner, Region and shard, in no order, from where the last part ended.
   *
   * @throws the SDK's error
   */
  async part(after: IndexCursor | undefined, limit: number): Promise<IndexPage> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new ScanCommand({
        TableName: this.#table.tableName,
        IndexName: OWNER_INDEX,
        Limit: limit,
        ExclusiveStartKey: after,
      }),
    )
    return { entries: Items.map((item) => this.#entry(item)), next: LastEvaluatedKey }
  }

  /**
   * How many rows the shard has, as far as so many pages of 1 MB tell.
   *
   * @throws the SDK's error
   */
  async count(shard: string, maxPages: number): Promise<IndexCount> {
    let count = 0
    let after: IndexCursor | undefined
    for (let page = 0; page < maxPages; page += 1) {
      const { Count = 0, LastEvaluatedKey } = await this.#client.send(
        new QueryCommand({ ...this.#query(shard), Select: 'COUNT', ExclusiveStartKey: after }),
      )
      count += Count
      after = LastEvaluatedKey
      if (after === undefined) return { count, isWhole: true }
    }
    return { count, isWhole: false }
  }

  #entry(item: Readonly<Record<string, unknown>>): IndexEntry {
    return {
      key: keyOf(item, this.#table.keys),
      shard: String(item[ATTRIBUTE.shard]),
      due: String(item[ATTRIBUTE.due]),
    }
  }

  #query(shard: string, before?: string): QueryCommandInput {
    const inShard = '#shard = :shard'
    return {
      TableName: this.#table.tableName,
      IndexName: OWNER_INDEX,
      KeyConditionExpression: before === undefined ? inShard : `${inShard} AND #due < :before`,
      ExpressionAttributeNames: {
        '#shard': ATTRIBUTE.shard,
        ...(before === undefined ? {} : { '#due': ATTRIBUTE.due }),
      },
      ExpressionAttributeValues: {
        ':shard': shard,
        ...(before === undefined ? {} : { ':before': before }),
      },
    }
  }
}
