import type { Shard } from '@aws-sdk/client-dynamodb-streams'
import type { StartingPosition } from '../mapping-settings.js'

export interface NextShards {
  readonly shardIds: readonly string[]
  /** They are read from their end on: the starting position is LATEST and was taken just now. */
  readonly fromTip: boolean
}

/** Which shards of a stream are done, and which come next: each after its parent. */
export class ShardProgress {
  readonly #startingPosition: StartingPosition
  readonly #finished: Set<string>
  #hasPosition: boolean

  /** @param finished as another mapping left it; undefined: no starting position was taken yet */
  constructor(startingPosition: StartingPosition, finished?: ReadonlySet<string>) {
    this.#startingPosition = startingPosition
    this.#finished = new Set(finished)
    this.#hasPosition = finished !== undefined
  }

  get hasPosition(): boolean {
    return this.#hasPosition
  }

  /** Shards that are done, and those that lie before the starting position, as of now. */
  get finished(): ReadonlySet<string> {
    return new Set(this.#finished)
  }

  finish(shardId: string): void {
    this.#finished.add(shardId)
  }

  /**
   * @param shards of the stream, all of them
   * @param finishedBefore what was finished before they were asked for: what is not among them is gone for good
   * @param isRead whether somebody reads the shard now
   */
  next(
    shards: readonly Shard[],
    finishedBefore: ReadonlySet<string>,
    isRead: (shardId: string) => boolean,
  ): NextShards {
    const ids = new Set(shards.map(({ ShardId }) => ShardId))
    for (const shardId of finishedBefore) if (!ids.has(shardId)) this.#finished.delete(shardId)
    const fromTip = !this.#hasPosition && this.#startingPosition === 'LATEST'
    this.#hasPosition = true
    for (const { ShardId: shardId = '', SequenceNumberRange: range } of shards) {
      // LATEST begins in the shards that are open.
      if (fromTip && range?.EndingSequenceNumber !== undefined) this.#finished.add(shardId)
    }
    const next = shards.filter(({ ShardId: shardId = '', ParentShardId: parent = '' }) => {
      // Of a parent that is gone, records may be left that were read and not delivered.
      const waits = (ids.has(parent) || isRead(parent)) && !this.#finished.has(parent)
      return !waits && !this.#finished.has(shardId) && !isRead(shardId)
    })
    return { shardIds: next.map(({ ShardId: shardId = '' }) => shardId), fromTip }
  }
}
