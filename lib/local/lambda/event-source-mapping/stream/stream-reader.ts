import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as SourceRecord,
} from '@aws-sdk/client-dynamodb-streams'
import type { StartingPosition } from '../mapping-settings.js'

interface OpenShard {
  readonly shardId: string
  iterator: string | undefined
  /** Of the last record that was read. */
  position: string | undefined
}

type IteratorAt =
  | { readonly ShardIteratorType: StartingPosition }
  | { readonly ShardIteratorType: 'AFTER_SEQUENCE_NUMBER'; readonly SequenceNumber: string }

/**
 * Reads a stream of the engine from a starting position on, each shard after its parent.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.LowLevel.html
 */
export class StreamReader {
  readonly #client: DynamoDBStreamsClient
  readonly #streamArn: string
  readonly #startingPosition: StartingPosition
  readonly #open = new Map<string, OpenShard>()
  readonly #known = new Set<string>()
  #started = false

  constructor(client: DynamoDBStreamsClient, streamArn: string, startingPosition: StartingPosition) {
    this.#client = client
    this.#streamArn = streamArn
    this.#startingPosition = startingPosition
  }

  /** Takes the starting position: nothing that is written from now on is missed, also with LATEST. */
  async start(): Promise<void> {
    await this.#openShards(new AbortController().signal)
  }

  /**
   * Gives what is new since the last call, part by part and in order. What was given is not read again, also when a
   * later part fails. @throws the SDK's error; the next call goes on from there
   */
  async *read(signal: AbortSignal): AsyncGenerator<readonly SourceRecord[]> {
    if (this.#open.size === 0) await this.#openShards(signal)
    for (const shard of [...this.#open.values()]) yield await this.#readShard(shard, signal)
  }

  /** Shards without an unread parent. The first time, LATEST skips what is there; children are always read whole. */
  async #openShards(signal: AbortSignal): Promise<void> {
    const shards = await this.#shards(signal)
    const ids = new Set(shards.map(({ ShardId }) => ShardId))
    const ShardIteratorType = this.#started ? 'TRIM_HORIZON' : this.#startingPosition
    for (const { ShardId, ParentShardId } of shards) {
      const waits = ParentShardId !== undefined && ids.has(ParentShardId) && !this.#known.has(ParentShardId)
      if (ShardId === undefined || this.#known.has(ShardId) || waits) continue
      const iterator = await this.#iterator(ShardId, { ShardIteratorType }, signal)
      this.#open.set(ShardId, { shardId: ShardId, iterator, position: undefined })
    }
    for (const shardId of this.#open.keys()) this.#known.add(shardId)
    this.#started = true
  }

  async #readShard(shard: OpenShard, signal: AbortSignal): Promise<readonly SourceRecord[]> {
    try {
      shard.iterator ??= await this.#iterator(shard.shardId, resumption(shard), signal)
      const { Records = [], NextShardIterator } = await this.#client.send(
        new GetRecordsCommand({ ShardIterator: shard.iterator }),
        { abortSignal: signal },
      )
      shard.iterator = NextShardIterator
      shard.position = Records.at(-1)?.dynamodb?.SequenceNumber ?? shard.position
      if (NextShardIterator === undefined) this.#open.delete(shard.shardId)
      return Records
    } catch (error) {
      startAgain(shard, error)
      throw error
    }
  }

  async #shards(signal: AbortSignal): Promise<Shard[]> {
    const shards: Shard[] = []
    let ExclusiveStartShardId: string | undefined
    do {
      const { StreamDescription } = await this.#client.send(
        new DescribeStreamCommand({ StreamArn: this.#streamArn, ExclusiveStartShardId }),
        { abortSignal: signal },
      )
      shards.push(...(StreamDescription?.Shards ?? []))
      ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId
    } while (ExclusiveStartShardId !== undefined)
    return shards
  }

  async #iterator(ShardId: string, at: IteratorAt, signal: AbortSignal): Promise<string | undefined> {
    const { ShardIterator } = await this.#client.send(
      new GetShardIteratorCommand({ StreamArn: this.#streamArn, ShardId, ...at }),
      { abortSignal: signal },
    )
    return ShardIterator
  }
}

/**
 * What the next reading does after an error. An iterator lives for 15 minutes; and what it points at may be trimmed,
 * then the oldest record that is left comes next. Any other error leaves the iterator as it is: taking a new one
 * without a position would read again what LATEST has skipped.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html
 */
function startAgain(shard: OpenShard, error: unknown): void {
  const name = error instanceof Error ? error.name : ''
  if (name === 'TrimmedDataAccessException') shard.position = undefined
  if (
    name === 'TrimmedDataAccessException' ||
    name === 'ExpiredIteratorException' ||
    shard.position !== undefined
  )
    shard.iterator = undefined
}

function resumption({ position }: OpenShard): IteratorAt {
  if (position === undefined) return { ShardIteratorType: 'TRIM_HORIZON' }
  return { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position }
}
