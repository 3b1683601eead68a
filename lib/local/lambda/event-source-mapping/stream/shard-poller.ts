import type { Clock } from '../../../clock.js'
import type { LaneDriver } from './lane-driver.js'
import { laneOf } from './lane-of.js'
import { retryPause } from './retry-pause.js'
import type { ShardReader } from './shard-reader.js'
import type { StreamRecord } from './stream-record.js'
import { toStreamRecord } from './to-stream-record.js'

/** What is known of a shard at which a mapping stopped. */
export interface ShardCheckpoint {
  readonly shardId: string
  /** Of the last record that was read; undefined: none was. */
  readonly position: string | undefined
  /** The end of the shard was read. */
  readonly ended: boolean
  /** Read, but neither delivered nor given up, in order. */
  readonly undone: readonly StreamRecord[]
}

export interface ShardPollerOptions {
  readonly reader: ShardReader
  readonly lanes: readonly LaneDriver[]
  readonly eventSourceArn: string
  readonly passes: (record: StreamRecord) => boolean
  readonly clock: Clock
  /** Told of each failed reading; true when there is no use in another one. */
  readonly onProblem: (error: unknown) => boolean
  /** Everything in the shard is delivered or given up, and nothing follows: its children are next. */
  readonly onFinished: () => void
}

/** Reads a shard, whenever somebody rings, into its lanes. */
export class ShardPoller {
  readonly #options: ShardPollerOptions
  #rings = 0
  #wake: () => void = () => undefined
  #ended = false

  constructor(options: ShardPollerOptions, { ended = false, undone = [] }: Partial<ShardCheckpoint> = {}) {
    this.#options = options
    this.#ended = ended
    this.#offer(undone)
  }

  /** There is something new. */
  ring(): void {
    this.#rings += 1
    this.#wake()
  }

  checkpoint(): ShardCheckpoint {
    const { reader, lanes } = this.#options
    const undone = lanes.flatMap(({ lane }) => lane.undone)
    return {
      shardId: reader.shardId,
      position: reader.position,
      ended: this.#ended,
      undone: undone.sort((one, other) =>
        BigInt(one.sequenceNumber) < BigInt(other.sequenceNumber) ? -1 : 1,
      ),
    }
  }

  /** Until the signal aborts, or the shard is finished. */
  async run(signal: AbortSignal): Promise<void> {
    const { lanes, onFinished } = this.#options
    const ending = new AbortController()
    const end = (): void => {
      ending.abort()
      this.#wake()
    }
    if (signal.aborted) return
    signal.addEventListener('abort', end)
    const running = Promise.all(lanes.map((lane) => lane.run(ending.signal)))
    await this.#poll(signal)
    if (this.#ended && !signal.aborted) {
      await Promise.all(lanes.map((lane) => lane.empty()))
      if (!signal.aborted) {
        onFinished()
        ending.abort()
      }
    }
    await running
    signal.removeEventListener('abort', end)
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { reader, clock, eventSourceArn, onProblem } = this.#options
    let failures = 0
    while (!signal.aborted && !this.#ended) {
      const rings = this.#rings
      try {
        const { records, ended } = await reader.read(signal)
        const read = records.map((record) => toStreamRecord(record, eventSourceArn))
        this.#offer(read)
        this.#ended = ended
        failures = 0
        // GetRecords gives up to 1,000 records or 1 MB: only an empty page is the end.
        if (!ended && read.length === 0) await this.#ring(rings, signal)
      } catch (error) {
        if (signal.aborted || onProblem(error)) return
        failures += 1
        await clock.sleep(retryPause(failures), signal)
      }
    }
  }

  /** What the filters do not let through is done; it costs no invocation. */
  #offer(records: readonly StreamRecord[]): void {
    const { lanes, passes } = this.#options
    for (const record of records) {
      if (passes(record)) lanes[laneOf(record.itemKeys, lanes.length)]?.offer([record])
    }
  }

  /** Resolves at the first ring after the given number of them. */
  async #ring(after: number, signal: AbortSignal): Promise<void> {
    if (this.#rings !== after || signal.aborted) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }
}
