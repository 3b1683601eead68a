import { DescribeStreamCommand, type Shard } from '@aws-sdk/client-dynamodb-streams'
import type { EventSourceMapping } from '../event-source-mapping.js'
import type { InvokedFunction, MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings, StreamSettings } from '../mapping-settings.js'
import { accessDenied } from './access-denied.js'
import { invokeBatch } from './invoke-batch.js'
import { Lane } from './lane.js'
import { type Attempt, LaneDriver } from './lane-driver.js'
import { type OnFailureDestination, onFailureDestination } from './on-failure-destination.js'
import { retryPause } from './retry-pause.js'
import { type ShardCheckpoint, ShardPoller } from './shard-poller.js'
import { ShardReader } from './shard-reader.js'
import { type StreamAccess, streamAccess } from './stream-access.js'
import type { StreamPolicy } from './stream-policy.js'
import { streamPolicyOf } from './stream-policy-of.js'
import type { StreamRecord } from './stream-record.js'

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
  readonly #pollers = new Map<string, ShardPoller>()
  readonly #finished = new Set<string>()
  readonly #work = new Set<Promise<void>>()
  #hasPosition = false
  #running: AbortController | undefined
  #started: Promise<void> = Promise.resolve()
  #lastResult: string | undefined
  #isFailing = false

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
    if (checkpoint === undefined) return
    this.#hasPosition = true
    for (const shardId of checkpoint.finished) this.#finished.add(shardId)
    for (const shard of checkpoint.shards) this.#add(shard.shardId, shard.position, shard)
  }

  get enabled(): boolean {
    return this.#running !== undefined
  }

  get lastProcessingResult(): string {
    return this.#lastResult ?? 'No records processed'
  }

  /** Milliseconds since the oldest record that is neither delivered nor given up was made; 0 when there is none. */
  get iteratorAge(): number {
    const now = this.#environment.clock.now()
    const undone = [...this.#pollers.values()].flatMap((poller) => poller.checkpoint().undone)
    return undone.reduce((oldest, { createdAt }) => Math.max(oldest, now - createdAt), 0)
  }

  /** Undefined as long as the starting position was never taken. */
  checkpoint(): StreamCheckpoint | undefined {
    if (!this.#hasPosition) return undefined
    const shards = [...this.#pollers.values()].map((poller) => poller.checkpoint())
    return { shards, finished: new Set(this.#finished) }
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
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const { shards, isOff } = await this.#describe(signal)
        if (!signal.aborted) this.#begin(shards, signal)
        if (isOff && this.#pollers.size === 0) this.#lastResult = 'PROBLEM: The stream is disabled'
        return
      } catch (error) {
        if (signal.aborted || this.#onProblem(error)) return
        onTried()
        await this.#environment.clock.sleep(retryPause(failures), signal)
      } finally {
        onTried()
      }
    }
  }

  #begin(shards: readonly Shard[], signal: AbortSignal): void {
    const { eventSourceArn } = this.settings
    const ids = new Set(shards.map(({ ShardId }) => ShardId))
    const skips = !this.#hasPosition && this.#source.startingPosition === 'LATEST'
    this.#hasPosition = true
    for (const { ShardId: shardId = '', SequenceNumberRange: range } of shards) {
      // LATEST begins in the shards that are open.
      if (skips && range?.EndingSequenceNumber !== undefined) this.#finished.add(shardId)
    }
    for (const { ShardId: shardId = '', ParentShardId: parent = '' } of shards) {
      const waits = ids.has(parent) && !this.#finished.has(parent)
      if (waits || this.#finished.has(shardId) || this.#pollers.has(shardId)) continue
      // An iterator at the end would die after 15 minutes without a record, and say nothing of where it was.
      const position = skips ? this.#environment.streams.tipOf(eventSourceArn, shardId) : undefined
      this.#run(shardId, this.#add(shardId, position), signal)
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
        onProblem: (error) => this.#onProblem(error),
        onFinished: () => this.#finish(shardId),
      },
      checkpoint,
    )
    this.#pollers.set(shardId, poller)
    return poller
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
    this.#finished.add(shardId)
    const signal = this.#running?.signal
    if (signal !== undefined) this.#track(this.#discover(signal))
  }

  #newLane(shardId: string): LaneDriver {
    const { clock, local, redelivery } = this.#environment
    const { functionArn } = this.#lambda.configuration
    const streamArn = this.settings.eventSourceArn
    return new LaneDriver(
      new Lane(this.#policy),
      {
        invoke: (records) => this.#invoke(records),
        discard: (batch, condition) =>
          this.#tellOnFailure(batch, { condition, functionArn, streamArn, shardId, now: clock.now() }),
        losesCheckpoint: () => redelivery > 0 && local.random() < redelivery,
      },
      clock,
    )
  }

  async #invoke(records: readonly StreamRecord[]): Promise<Attempt> {
    const { local, clock } = this.#environment
    const { functionName } = this.#lambda.configuration
    const now = clock.now()
    local.spies.recordMetric({
      namespace: 'AWS/Lambda',
      name: 'IteratorAge',
      dimensions: { FunctionName: functionName },
      value: Math.max(0, now - (records.at(-1)?.createdAt ?? now)),
      unit: 'Milliseconds',
      at: new Date(now),
    })
    const attempt = await invokeBatch(this.#lambda, records, this.#policy)
    const failed = attempt.kind === 'not-invoked' || attempt.outcome.kind === 'failure'
    this.#lastResult = failed ? 'PROBLEM: Function call failed' : 'OK'
    this.#isFailing = false
    return attempt
  }

  /** True when there is no use in another attempt: the stream is gone. */
  #onProblem(error: unknown): boolean {
    const { eventSourceArn } = this.settings
    const name = error instanceof Error ? error.name : ''
    const isGone = name === 'ResourceNotFoundException'
    this.#lastResult = isGone
      ? `PROBLEM: Stream not found: ${eventSourceArn}`
      : `PROBLEM: ${name === 'AccessDeniedException' ? accessDenied(eventSourceArn) : `Stream cannot be read (${name})`}`
    // Said once, not at every attempt; it goes on by itself.
    if (!this.#isFailing)
      this.#environment.local.spies.warn(`The stream ${eventSourceArn} cannot be read: ${String(error)}`)
    this.#isFailing = true
    return isGone
  }

  async #describe(
    signal: AbortSignal,
  ): Promise<{ readonly shards: readonly Shard[]; readonly isOff: boolean }> {
    const shards: Shard[] = []
    let ExclusiveStartShardId: string | undefined
    let isOff = false
    do {
      const { StreamDescription } = await this.#access.streams.send(
        new DescribeStreamCommand({ StreamArn: this.settings.eventSourceArn, ExclusiveStartShardId }),
        { abortSignal: signal },
      )
      shards.push(...(StreamDescription?.Shards ?? []))
      isOff = StreamDescription?.StreamStatus === 'DISABLED'
      ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId
    } while (ExclusiveStartShardId !== undefined)
    return { shards, isOff }
  }
}
