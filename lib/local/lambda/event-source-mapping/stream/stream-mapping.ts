import { EventCounts } from '../event-counts.js'
import type { EventSourceMapping } from '../event-source-mapping.js'
import type { InvokedFunction, MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings, StreamSettings } from '../mapping-settings.js'
import { describeStream } from './describe-stream.js'
import { Lane } from './lane.js'
import { laneActions } from './lane-actions.js'
import { LaneDriver } from './lane-driver.js'
import { type OnFailureDestination, onFailureDestination } from './on-failure-destination.js'
import { ProcessingResult } from './processing-result.js'
import { retryPause } from './retry-pause.js'
import { type ShardCheckpoint, ShardPoller } from './shard-poller.js'
import { ShardProgress } from './shard-progress.js'
import { ShardReader } from './shard-reader.js'
import { type StreamAccess, streamAccess } from './stream-access.js'
import type { StreamPolicy } from './stream-policy.js'
import { streamPolicyOf } from './stream-policy-of.js'
import { StreamProblems } from './stream-problems.js'

/** How far a mapping came in its stream. */
export interface StreamCheckpoint {
  readonly shards: readonly ShardCheckpoint[]
  /** Shards that are done, and those that lie before the starting position. */
  readonly finished: ReadonlySet<string>
}

/** A mapping on the stream of a table: each shard after its parent. */
export class StreamMapping implements EventSourceMapping {
  readonly settings: MappingSettings
  readonly #source: StreamSettings
  readonly #environment: MappingEnvironment
  readonly #lambda: InvokedFunction
  readonly #policy: StreamPolicy
  readonly #access: StreamAccess
  readonly #tellOnFailure: OnFailureDestination
  readonly #result: ProcessingResult
  readonly #problems: StreamProblems
  readonly #counts: EventCounts
  readonly #progress: ShardProgress
  readonly #pollers = new Map<string, ShardPoller>()
  readonly #work = new Set<Promise<void>>()
  #running: AbortController | undefined
  #started: Promise<void> = Promise.resolve()

  constructor(
    settings: MappingSettings,
    source: StreamSettings,
    environment: MappingEnvironment,
    checkpoint?: StreamCheckpoint,
  ) {
    const { local, functions } = environment
    this.settings = settings
    this.#source = source
    this.#environment = environment
    this.#lambda = functions.find(settings.functionName)
    this.#policy = streamPolicyOf(settings, source)
    this.#access = streamAccess(local, this.#lambda)
    this.#tellOnFailure = onFailureDestination(source.onFailureArn, this.#access.queues, local)
    this.#result = new ProcessingResult(settings.eventSourceArn, local.spies)
    this.#problems = new StreamProblems(this.#access.streams, settings.eventSourceArn, this.#result)
    this.#counts = new EventCounts(settings, environment)
    this.#progress = new ShardProgress(source.startingPosition, checkpoint?.finished)
    for (const shard of checkpoint?.shards ?? []) this.#add(shard.shardId, shard.position, shard)
  }

  get enabled(): boolean {
    return this.#running !== undefined
  }

  get lastProcessingResult(): string {
    return this.#result.text
  }

  /** Milliseconds since the oldest record that is neither delivered nor given up was made; 0 when there is none. */
  get iteratorAge(): number {
    const now = this.#environment.clock.now()
    const undone = [...this.#pollers.values()].flatMap((poller) => poller.checkpoint().undone)
    return undone.reduce((oldest, { createdAt }) => Math.max(oldest, now - createdAt), 0)
  }

  /** Undefined as long as the starting position was never taken. */
  checkpoint(): StreamCheckpoint | undefined {
    if (!this.#progress.hasPosition) return undefined
    const shards = [...this.#pollers.values()].map((poller) => poller.checkpoint())
    return { shards, finished: this.#progress.finished }
  }

  enable(): void {
    if (this.#running !== undefined) return
    this.#running = new AbortController()
    const { signal } = this.#running
    const stopListening = this.#environment.streams.onRecords(this.settings.eventSourceArn, (shardIds) => {
      for (const shardId of shardIds) this.#pollers.get(shardId)?.ring()
    })
    signal.addEventListener('abort', stopListening)
    for (const [shardId, poller] of this.#pollers) this.#run(shardId, poller, signal)
    this.#started = new Promise((resolve) => {
      this.#track(this.#discover(signal, resolve))
    })
  }

  started(): Promise<void> {
    return this.#started
  }

  async disable(): Promise<void> {
    this.#running?.abort()
    this.#running = undefined
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  #track(task: Promise<void>): void {
    const tracked = task.finally(() => this.#work.delete(tracked))
    this.#work.add(tracked)
  }

  /** Begins shards that nobody reads yet and whose parents are done. Goes on until that was possible. */
  async #discover(signal: AbortSignal, onTried: () => void = () => undefined): Promise<void> {
    const { eventSourceArn } = this.settings
    const { streams, clock } = this.#environment
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const { finished } = this.#progress
        const { shards, isOff } = await describeStream(this.#access.streams, eventSourceArn, signal)
        if (signal.aborted) return
        const { shardIds, fromTip } = this.#progress.next(shards, finished, (id) => this.#pollers.has(id))
        for (const shardId of shardIds) {
          // An iterator at the end would die after 15 minutes without a record, and say nothing of where it was.
          const position = fromTip ? streams.tipOf(eventSourceArn, shardId) : undefined
          this.#run(shardId, this.#add(shardId, position), signal)
        }
        if (isOff && this.#pollers.size === 0) this.#result.streamIsOff()
        return
      } catch (error) {
        if (signal.aborted || this.#problems.ofStream(error) === 'give-up') return
        onTried()
        await clock.sleep(retryPause(failures), signal)
      } finally {
        onTried()
      }
    }
  }

  #add(shardId: string, position: string | undefined, checkpoint?: ShardCheckpoint): ShardPoller {
    const { filters, eventSourceArn } = this.settings
    const lanes = Array.from({ length: this.#source.parallelizationFactor }, () => this.#newLane(shardId))
    const poller: ShardPoller = new ShardPoller(
      {
        reader: new ShardReader(this.#access.streams, eventSourceArn, shardId, position),
        lanes,
        eventSourceArn,
        passes: ({ event }) => filters.length === 0 || filters.some((filter) => filter.matches(event)),
        clock: this.#environment.clock,
        onRead: ({ polled, passed }) => {
          this.#counts.count('PolledEventCount', polled)
          if (filters.length > 0) this.#counts.count('FilteredOutEventCount', polled - passed)
        },
        onProblem: (error, signal) => this.#problems.ofShard(shardId, error, signal),
        onFinished: () => this.#finish(shardId),
      },
      checkpoint,
    )
    this.#pollers.set(shardId, poller)
    return poller
  }

  #newLane(shardId: string): LaneDriver {
    const actions = laneActions({
      environment: this.#environment,
      lambda: this.#lambda,
      policy: this.#policy,
      tellOnFailure: this.#tellOnFailure,
      result: this.#result,
      counts: this.#counts,
      streamArn: this.settings.eventSourceArn,
      shardId,
    })
    return new LaneDriver(new Lane(this.#policy), actions, this.#environment.clock)
  }

  #run(shardId: string, poller: ShardPoller, signal: AbortSignal): void {
    const work = poller.run(signal).catch((error: unknown) => {
      this.#environment.local.spies.warn(
        `The mapping of ${this.settings.functionName} on ${shardId} ended: ${String(error)}`,
      )
    })
    this.#track(work)
  }

  #finish(shardId: string): void {
    this.#pollers.delete(shardId)
    this.#progress.finish(shardId)
    const signal = this.#running?.signal
    if (signal !== undefined) this.#track(this.#discover(signal))
  }
}
