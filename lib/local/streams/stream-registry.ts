import { AwsError } from '../aws-error.js'
import type { DynamoDbEngine } from '../dynamodb/dynamodb-engine.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { LocalEnvironment } from '../resource-provider.js'
import { EngineStream } from './engine-stream.js'
import { STREAM_RETENTION, StreamLog } from './stream-log.js'
import type { StreamSettings } from './stream-options.js'
import type { StreamViewType } from './stream-record.js'
import { TableStream } from './table-stream.js'

export interface NewStream {
  readonly tableName: string
  readonly viewType: StreamViewType
  readonly keySchema: unknown
  /** As the engine names it. */
  readonly engineArn: string
}

/** Whoever reads a stream and wants to be told instead of asking again and again. */
export interface StreamBells {
  /** Tells which shards have something new. Gives what removes the listener. Does nothing for an unknown stream. */
  readonly onRecords: (streamArn: string, listener: (shardIds: ReadonlySet<string>) => void) => () => void
  /** The sequence number after which a shard's next record will come; undefined when there is no such shard. */
  readonly tipOf: (streamArn: string, shardId: string) => string | undefined
}

/** The streams that there are, also those that were switched off less than a day ago. */
export class StreamRegistry implements StreamBells {
  readonly #environment: LocalEnvironment
  readonly #settings: StreamSettings
  /** Oldest first. */
  #streams: TableStream[] = []

  constructor(environment: LocalEnvironment, settings: StreamSettings) {
    this.#environment = environment
    this.#settings = settings
  }

  all(): readonly TableStream[] {
    const oldest = this.#environment.clock.now() - STREAM_RETENTION
    this.#streams = this.#streams.filter(({ disabledAt = oldest }) => disabledAt >= oldest)
    return this.#streams
  }

  /** The last stream of a table, on or off. */
  latest(tableName: string): TableStream | undefined {
    return this.all().findLast((stream) => stream.tableName === tableName)
  }

  /** The stream of a table that is on. */
  enabled(tableName: string): TableStream | undefined {
    const stream = this.latest(tableName)
    return stream?.disabledAt === undefined ? stream : undefined
  }

  /** @throws AwsError ResourceNotFoundException */
  find(streamArn: string): TableStream {
    const stream = this.all().find(({ arn }) => arn === streamArn)
    if (stream !== undefined) return stream
    throw new AwsError(
      'ResourceNotFoundException',
      `Requested resource not found: Stream: ${streamArn} not found`,
    )
  }

  /** Nobody may write to the table meanwhile. */
  async enable(engine: Pick<DynamoDbEngine, 'forward'>, stream: NewStream): Promise<TableStream> {
    const { region, accountId, clock, random, activity, spies } = this.#environment
    const { tableName, viewType, keySchema } = stream
    const label = this.#label(tableName)
    const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${tableName}/stream/${label}`
    const engineStream = new EngineStream(engine, stream.engineArn)
    await engineStream.start()
    const log = new StreamLog({
      streamArn: arn,
      region,
      viewType,
      partitionKey: partitionKeyOf(keySchema),
      settings: this.#settings,
      clock,
      random,
    })
    const enabled = new TableStream({
      arn,
      label,
      tableName,
      viewType,
      keySchema,
      createdAt: clock.now(),
      engineStream,
      log,
      activity,
      spies,
    })
    this.#streams.push(enabled)
    return enabled
  }

  onRecords(streamArn: string, listener: (shardIds: ReadonlySet<string>) => void): () => void {
    const stream = this.all().find(({ arn }) => arn === streamArn)
    return stream?.log.onRecords(listener) ?? (() => undefined)
  }

  tipOf(streamArn: string, shardId: string): string | undefined {
    const shard = this.all()
      .find(({ arn }) => arn === streamArn)
      ?.log.find(shardId)
    return shard === undefined ? undefined : String(shard.lastSequenceNumber)
  }

  /** A label that this table never had: the time, as AWS writes it. */
  #label(tableName: string): string {
    const taken = new Set(
      this.#streams.filter((one) => one.tableName === tableName).map(({ label }) => label),
    )
    for (let time = this.#environment.clock.now(); ; time += 1) {
      const label = new Date(time).toISOString().slice(0, -1)
      if (!taken.has(label)) return label
    }
  }
}

function partitionKeyOf(keySchema: unknown): string {
  const elements: readonly unknown[] = Array.isArray(keySchema) ? keySchema : []
  const hash = elements.find(
    (element): element is JsonRecord => isRecord(element) && element['KeyType'] === 'HASH',
  )
  return String(hash?.['AttributeName'])
}
