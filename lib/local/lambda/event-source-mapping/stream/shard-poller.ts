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

/** What is left to do when a reading failed. */
export type AfterProblem =
  | 'try-again'
  | 'give-up'
  /** Nothing follows what was read. */
  | 'shard-is-gone'

export interface ShardPollerOptions {
  readonly reader: ShardReader
  readonly lanes: readonly LaneDriver[]
  readonly eventSourceArn: string
  readonly passes: (record: StreamRecord) => boolean
  readonly clock: Clock
  /** Told of each reading, also of one that gave nothing: how many records, and how many of them pass. */
  readonly onRead: (records: { readonly polled: number; readonly passed: number }) => void
  /** Asked after each failed reading. */
  readonly onProblem: (error: unknown, signal: AbortSignal) => Promise<AfterProblem>
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

  /** Until the signal aborts, or the shard is finished. @throws the error of a lane, once all of them have ended */
  async run(signal: AbortSignal): Promise<void> {
    const { lanes } = this.#options
    const ending = new AbortController()
    const end = (): void => {
      ending.abort()
      this.#wake()
    }
    if (signal.aborted) return
    signal.addEventListener('abort', end)
    const tasks = [
      ...lanes.map((lane) => lane.run(ending.signal)),
      this.#pollToTheEnd(ending.signal).then((isFinished) => {
        if (isFinished) end()
      }),
    ]
    try {
      await Promise.all(tasks)
    } finally {
      end()
      await Promise.allSettled(tasks)
      signal.removeEventListener('abort', end)
    }
  }

  /** True when the shard is finished. */
  async #pollToTheEnd(signal: AbortSignal): Promise<boolean> {
    const { lanes, onFinished } = this.#options
    await this.#poll(signal)
    if (!this.#ended || signal.aborted) return false
    await Promise.all(lanes.map((lane) => lane.empty()))
    // A lane that broke is not empty.
    if (signal.aborted || lanes.some(({ lane }) => lane.backlog > 0)) return false
    onFinished()
    return true
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { reader, clock, eventSourceArn, onRead, onProblem } = this.#options
    let failures = 0
    while (!signal.aborted && !this.#ended) {
      const rings = this.#rings
      try {
        const { records, ended } = await reader.read(signal)
        const read = records.map((record) => toStreamRecord(record, eventSourceArn))
        onRead({ polled: read.length, passed: this.#offer(read) })
        this.#ended = ended
        failures = 0
        // GetRecords gives up to 1,000 records or 1 MB: only an empty page is the end.
        if (!ended && read.length === 0) await this.#ring(rings, signal)
      } catch (error) {
        if (signal.aborted) return
        const next = await onProblem(error, signal)
        if (next === 'shard-is-gone') this.#ended = true
        if (next !== 'try-again') return
        failures += 1
        await clock.sleep(retryPause(failures), signal)
      }
    }
  }

  /** What the filters do not let through is done; it costs no invocation. Gives how many they let through. */
  #offer(records: readonly StreamRecord[]): number {
    const { lanes, passes } = this.#options
    const passed = records.filter(passes)
    for (const record of passed) lanes[laneOf(record.itemKeys, lanes.length)]?.offer([record])
    return passed.length
  }

  /** Resolves at the first ring after the given number of them. */
  async #ring(after: number, signal: AbortSignal): Promise<void> {
    if (this.#rings !== after || signal.aborted) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }
}
