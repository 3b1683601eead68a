import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as SourceRecord,
} from '@aws-sdk/client-dynamodb-streams'

export interface ShardPage {
  readonly records: readonly SourceRecord[]
  /** The shard is closed, and this is its end. */
  readonly ended: boolean
}

type IteratorAt =
  | { readonly ShardIteratorType: 'TRIM_HORIZON' }
  | { readonly ShardIteratorType: 'AFTER_SEQUENCE_NUMBER'; readonly SequenceNumber: string }

/** An expired iterator, and then what it pointed at is trimmed. */
const RENEWALS = 2

/**
 * Reads one shard from a position on.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.LowLevel.html
 */
export class ShardReader {
  readonly shardId: string
  readonly #client: DynamoDBStreamsClient
  readonly #streamArn: string
  #position: string | undefined
  #iterator: string | undefined

  /** @param position of the record before the first to read; undefined: the oldest that is left */
  constructor(
    client: DynamoDBStreamsClient,
    streamArn: string,
    shardId: string,
    position: string | undefined,
  ) {
    this.#client = client
    this.#streamArn = streamArn
    this.shardId = shardId
    this.#position = position
  }

  /** Of the last record that was read. */
  get position(): string | undefined {
    return this.#position
  }

  /** What is new since the last call. @throws the SDK's error; the next call goes on from there */
  async read(signal: AbortSignal): Promise<ShardPage> {
    for (let renewals = 0; ; renewals += 1) {
      try {
        return await this.#read(signal)
      } catch (error) {
        if (renewals === RENEWALS || !this.#renews(error)) throw error
      }
    }
  }

  async #read(signal: AbortSignal): Promise<ShardPage> {
    this.#iterator ??= await this.#newIterator(signal)
    const { Records: records = [], NextShardIterator } = await this.#client.send(
      new GetRecordsCommand({ ShardIterator: this.#iterator }),
      { abortSignal: signal },
    )
    this.#iterator = NextShardIterator
    this.#position = records.at(-1)?.dynamodb?.SequenceNumber ?? this.#position
    return { records, ended: NextShardIterator === undefined }
  }

  async #newIterator(signal: AbortSignal): Promise<string | undefined> {
    const { ShardIterator } = await this.#client.send(
      new GetShardIteratorCommand({
        StreamArn: this.#streamArn,
        ShardId: this.shardId,
        ...resumption(this.#position),
      }),
      { abortSignal: signal },
    )
    return ShardIterator
  }

  /**
   * An iterator lives for 15 minutes. And what it points at may be trimmed: then the oldest record that is left comes
   * next, and those between are lost, as on AWS.
   * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html
   */
  #renews(error: unknown): boolean {
    const name = error instanceof Error ? error.name : ''
    if (name === 'TrimmedDataAccessException') this.#position = undefined
    if (name !== 'TrimmedDataAccessException' && name !== 'ExpiredIteratorException') return false
    this.#iterator = undefined
    return true
  }
}

function resumption(position: string | undefined): IteratorAt {
  if (position === undefined) return { ShardIteratorType: 'TRIM_HORIZON' }
  return { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position }
}
