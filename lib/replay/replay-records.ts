import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { KeyNames } from '../environment.js'
import { errorName } from '../error-name.js'
import { REPLAY_PREFIX } from '../store/layout.js'
import { keyAttributes, type RowKey } from '../store/row-key.js'
import { isReplayRecord } from './is-replay-record.js'
import { ReplayError } from './replay-error.js'
import type { ReplayRecord } from './replay-record.js'

/** All of a record is in this one attribute, so that it meets no index that the table's owner has. */
const ATTRIBUTE = 'outboxReplay'

export interface ReplayTable {
  readonly client: DynamoDBDocumentClient
  readonly tableName: string
  readonly keys: KeyNames
  readonly outboxName: string
}

/** What can be told of the replays that were. */
export interface ReplayHistory {
  /** The latest first. */
  readonly records: readonly ReplayRecord[]
  /** Ids of items that somebody edited, the latest first: they hold no record any more. */
  readonly unreadable: readonly string[]
  /** Whether there are earlier ones. */
  readonly hasMore: boolean
}

/**
 * The records of an outbox's replays, in its table: `OUTBOX-REPLAY#<outbox>` and the replay's id, or both as the
 * partition key where there is no sort key. They are kept for good.
 */
export class ReplayRecords {
  readonly #table: ReplayTable

  constructor(table: ReplayTable) {
    this.#table = table
  }

  /** @throws the SDK's error */
  async create(record: ReplayRecord): Promise<void> {
    const { client, tableName, keys } = this.#table
    try {
      await client.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...keyAttributes(this.#key(record.id), keys), [ATTRIBUTE]: plain(record) },
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': keys.partitionKey },
        }),
      )
    } catch (error) {
      // An answer that was lost makes the client write once more, and find its own record.
      if (!isConditionFailure(error) || (await this.get(record.id))?.run !== record.run) throw error
    }
  }

  /** Writes it down for the run that holds it. @throws ReplayError when another run does, the SDK's error */
  async update(record: ReplayRecord): Promise<void> {
    if (!(await this.#replace(record, record.run)))
      throw new ReplayError(
        `Replay ${record.id} was resumed elsewhere, so it ends here. What this run sent since its last note may come twice`,
      )
  }

  /** Takes it for a new run, from the run that was seen to hold it. @throws ReplayError, the SDK's error */
  async take(record: ReplayRecord, seenRun: string): Promise<void> {
    if (!(await this.#replace(record, seenRun)))
      throw new ReplayError(`Replay ${record.id} was resumed elsewhere just now`)
  }

  /** @throws ReplayError when it is unreadable, the SDK's error */
  async get(id: string): Promise<ReplayRecord | undefined> {
    const { client, tableName, keys } = this.#table
    const { Item } = await client.send(
      new GetCommand({ TableName: tableName, Key: keyAttributes(this.#key(id), keys), ConsistentRead: true }),
    )
    return Item === undefined ? undefined : this.#record(Item, id)
  }

  /**
   * The latest, at most `limit`. A page of DynamoDB's has 1 MB: about 18 records that name 100 failed events each.
   *
   * @throws ReplayError when the table has no sort key, the SDK's error
   */
  async latest(limit: number): Promise<ReplayHistory> {
    const { client, tableName, keys } = this.#table
    const { partitionKey, sortKey } = keys
    if (sortKey === undefined)
      throw new ReplayError(
        `Table ${tableName} has no sort key, so it cannot be asked for its replays: each is the item with the partition key ${REPLAY_PREFIX}${this.#table.outboxName}#<id>`,
      )
    const records: ReplayRecord[] = []
    const unreadable: string[] = []
    let from: Record<string, unknown> | undefined
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: '#key = :key',
          ExpressionAttributeNames: { '#key': partitionKey },
          ExpressionAttributeValues: { ':key': this.#key('').partition },
          ScanIndexForward: false,
          // One more than is told, to know whether there is one.
          Limit: limit + 1 - records.length - unreadable.length,
          ExclusiveStartKey: from,
        }),
      )
      for (const item of Items) {
        if (records.length + unreadable.length === limit) return { records, unreadable, hasMore: true }
        const record = item[ATTRIBUTE]
        if (isReplayRecord(record)) records.push(record)
        else unreadable.push(String(item[sortKey]))
      }
      from = LastEvaluatedKey
    } while (from !== undefined)
    return { records, unreadable, hasMore: false }
  }

  async #replace(record: ReplayRecord, run: string): Promise<boolean> {
    const { client, tableName, keys } = this.#table
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: keyAttributes(this.#key(record.id), keys),
          UpdateExpression: 'SET #record = :record',
          ConditionExpression: '#record.#run = :run',
          ExpressionAttributeNames: { '#record': ATTRIBUTE, '#run': 'run' },
          ExpressionAttributeValues: { ':record': plain(record), ':run': run },
        }),
      )
      return true
    } catch (error) {
      if (!isConditionFailure(error)) throw error
      // Here, too, the client may have found its own.
      return (await this.get(record.id))?.run === record.run && record.run !== run
    }
  }

  #key(id: string): RowKey {
    const { keys, outboxName } = this.#table
    const partition = `${REPLAY_PREFIX}${outboxName}`
    return keys.sortKey === undefined ? { partition: `${partition}#${id}` } : { partition, sort: id }
  }

  #record(item: Readonly<Record<string, unknown>>, id: string): ReplayRecord {
    const record = item[ATTRIBUTE]
    if (isReplayRecord(record)) return record
    throw new ReplayError(`The record of replay ${id} was edited: its \`${ATTRIBUTE}\` is no replay`)
  }
}

function isConditionFailure(error: unknown): boolean {
  return errorName(error) === 'ConditionalCheckFailedException'
}

/** Without what is undefined, which the client would refuse. */
function plain(record: ReplayRecord): unknown {
  return JSON.parse(JSON.stringify(record))
}
