import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { describeStream } from './describe-stream.js'
import type { ProcessingResult } from './processing-result.js'
import type { AfterProblem } from './shard-poller.js'

/** Says what is left to do when a stream could not be read. */
export class StreamProblems {
  readonly #client: DynamoDBStreamsClient
  readonly #streamArn: string
  readonly #result: ProcessingResult

  constructor(client: DynamoDBStreamsClient, streamArn: string, result: ProcessingResult) {
    this.#client = client
    this.#streamArn = streamArn
    this.#result = result
  }

  ofStream(error: unknown): AfterProblem {
    if (isNotFound(error)) {
      this.#result.streamIsGone(error)
      return 'give-up'
    }
    this.#result.cannotRead(error)
    return 'try-again'
  }

  /** A shard that was left for more than a day is gone although its stream is there: the error is the same. */
  async ofShard(shardId: string, error: unknown, signal: AbortSignal): Promise<AfterProblem> {
    if (!isNotFound(error)) return this.ofStream(error)
    try {
      const { shards } = await describeStream(this.#client, this.#streamArn, signal)
      if (!shards.some(({ ShardId }) => ShardId === shardId)) return 'shard-is-gone'
      this.#result.cannotRead(error)
      return 'try-again'
    } catch (describing) {
      return signal.aborted ? 'give-up' : this.ofStream(describing)
    }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && error.name === 'ResourceNotFoundException'
}
