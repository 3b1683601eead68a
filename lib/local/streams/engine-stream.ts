import { AwsError } from '../aws-error.js'
import { callEngine } from '../dynamodb/control-plane.js'
import type { DynamoDbEngine } from '../dynamodb/dynamodb-engine.js'
import { isRecord } from '../record.js'
import { type ItemChange, itemChange } from './item-change.js'

type IteratorAt =
  | { readonly ShardIteratorType: 'LATEST' | 'TRIM_HORIZON' }
  | { readonly ShardIteratorType: 'AFTER_SEQUENCE_NUMBER'; readonly SequenceNumber: string }

/**
 * Reads the stream that an engine keeps for a table. Engines have one shard after the other, and show a write in it
 * before they answer it.
 */
export class EngineStream {
  readonly #engine: Pick<DynamoDbEngine, 'forward'>
  readonly #streamArn: string
  #shardId = ''
  #iterator: string | undefined
  /** Of the last record that was read. */
  #position: string | undefined

  /** @param streamArn as the engine names it */
  constructor(engine: Pick<DynamoDbEngine, 'forward'>, streamArn: string) {
    this.#engine = engine
    this.#streamArn = streamArn
  }

  /** Begins at the stream's end: an engine may give the records of an earlier stream, too. */
  async start(): Promise<void> {
    this.#shardId = (await this.#shardIds()).at(-1) ?? ''
    this.#iterator = await this.#iteratorAt({ ShardIteratorType: 'LATEST' })
  }

  /** What is new since the last call, in order. @throws the engine's error; the next call goes on from there */
  async read(): Promise<readonly ItemChange[]> {
    const changes: ItemChange[] = []
    for (;;) {
      const records = await this.#page()
      if (records === undefined) {
        if (!(await this.#nextShard())) return changes
        continue
      }
      if (records.length === 0) return changes
      changes.push(...records.flatMap((record) => itemChange(record) ?? []))
    }
  }

  /** Undefined at the end of the shard. */
  async #page(): Promise<readonly unknown[] | undefined> {
    if (this.#iterator === undefined) return undefined
    let output: Readonly<Record<string, unknown>>
    try {
      output = await callEngine(this.#engine, 'GetRecords', { ShardIterator: this.#iterator })
    } catch (error) {
      const code = error instanceof AwsError ? error.code : ''
      if (code !== 'ExpiredIteratorException' && code !== 'TrimmedDataAccessException') throw error
      this.#iterator = await this.#iteratorAt(this.#resumption(code))
      return this.#page()
    }
    const { Records: records, NextShardIterator: next } = output
    this.#iterator = typeof next === 'string' ? next : undefined
    const page: readonly unknown[] = Array.isArray(records) ? records : []
    const last = page.at(-1)
    const { SequenceNumber: position } =
      isRecord(last) && isRecord(last['dynamodb']) ? last['dynamodb'] : { SequenceNumber: undefined }
    if (typeof position === 'string') this.#position = position
    // The last page of a shard: what follows is in the next shard.
    return page.length === 0 && this.#iterator === undefined ? undefined : page
  }

  /**
   * An iterator expires when nobody writes for a quarter of an hour of real time. And Amazon's DynamoDB Local calls one
   * at the end of a stream without records trimmed once there are some: it numbers the records of all its tables
   * together.
   */
  #resumption(code: string): IteratorAt {
    const isTrimmed = code === 'TrimmedDataAccessException'
    if (isTrimmed || this.#position === undefined) return { ShardIteratorType: 'TRIM_HORIZON' }
    return { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: this.#position }
  }

  async #nextShard(): Promise<boolean> {
    const ids = await this.#shardIds()
    const next = ids[ids.indexOf(this.#shardId) + 1]
    if (next === undefined) return false
    this.#shardId = next
    this.#iterator = await this.#iteratorAt({ ShardIteratorType: 'TRIM_HORIZON' })
    return true
  }

  async #shardIds(): Promise<readonly string[]> {
    const ids: string[] = []
    let start: unknown
    do {
      const { StreamDescription: description } = await callEngine(this.#engine, 'DescribeStream', {
        StreamArn: this.#streamArn,
        ...(start === undefined ? {} : { ExclusiveStartShardId: start }),
      })
      const { Shards: shards, LastEvaluatedShardId: last } = isRecord(description) ? description : {}
      for (const shard of Array.isArray(shards) ? shards : []) {
        if (isRecord(shard)) ids.push(String(shard['ShardId']))
      }
      start = last
    } while (start !== undefined)
    return ids
  }

  async #iteratorAt(at: IteratorAt): Promise<string> {
    const { ShardIterator: iterator } = await callEngine(this.#engine, 'GetShardIterator', {
      StreamArn: this.#streamArn,
      ShardId: this.#shardId,
      ...at,
    })
    return String(iterator)
  }
}
