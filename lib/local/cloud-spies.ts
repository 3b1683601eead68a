import type { MetricPoint } from './metrics/metric-series.js'
import type { MetricFilter, MetricStore } from './metrics/metric-store.js'
import type { RecordedInvocation } from './recorded-invocation.js'
import type { Recorder, RecorderListener } from './recorder.js'
import type { ResourceIndex } from './resource-index.js'
import type { BusEvent, RecordedCall } from './spy-log.js'
import type { Duration } from './time/duration.js'
import type { VirtualClock } from './time/virtual-clock.js'

/** How long `waitForEvent` waits unless told otherwise. Milliseconds. */
const DEFAULT_EVENT_TIMEOUT = 30_000

export interface WaitOptions {
  /** Milliseconds of real time. @default 30000 */
  readonly timeoutMs?: number
}

/** Which calls to give; everything that is left out is any. */
export interface CallFilter {
  /** The service's name in IAM: `events` */
  readonly service?: string
  /** `PutEvents` */
  readonly operation?: string
  /** A function by path or id, a service principal, or `user`. */
  readonly caller?: string
}

export interface CloudSpiesOptions {
  readonly recorder: Recorder
  readonly resources: ResourceIndex
  readonly metrics: MetricStore
  readonly clock: VirtualClock
}

/** What a local cloud tells of what happened in it. */
export class CloudSpies {
  readonly #recorder: Recorder
  readonly #resources: ResourceIndex
  readonly #metrics: MetricStore
  readonly #clock: VirtualClock

  protected constructor({ recorder, resources, metrics, clock }: CloudSpiesOptions) {
    this.#recorder = recorder
    this.#resources = resources
    this.#metrics = metrics
    this.#clock = clock
  }

  /** Events that the buses accepted so far: the newest 50,000, 64 MiB of details at most. */
  events(): readonly BusEvent[] {
    return [...this.#recorder.events]
  }

  /**
   * Calls that went through the gateway so far, in the order of their answers: the newest 50,000, 128 MiB of requests
   * at most.
   * @throws LocalCloudError when there is no such caller
   */
  calls({ service, operation, caller }: CallFilter = {}): readonly RecordedCall[] {
    const name = caller === undefined ? undefined : this.#callerName(caller)
    return this.#recorder.calls.filter(
      (call) =>
        (service === undefined || call.service === service) &&
        (operation === undefined || call.operation === operation) &&
        (name === undefined || call.caller.name === name),
    )
  }

  /**
   * Invocations of functions so far, in the order in which they began: of all, or of the one with the given name,
   * logical id or path.
   */
  invocations(functionName?: string): readonly RecordedInvocation[] {
    const wanted = functionName === undefined ? undefined : this.#physicalId(functionName)
    return this.#recorder.invocations.filter(
      (invocation) => wanted === undefined || invocation.functionName === wanted,
    )
  }

  /**
   * What CloudWatch would know: metrics of functions' logs and of the services, under AWS's own names. Dimensions are
   * those of the metric exactly. The newest 100,000 points are kept.
   */
  async metrics(filter: MetricFilter = {}): Promise<readonly MetricPoint[]> {
    await this.#metrics.refresh()
    return this.#metrics.points(filter)
  }

  warnings(): readonly string[] {
    return this.#recorder.warnings
  }

  /** What functions wrote to their logs: all of them, or the one with the given name, logical id or path. */
  logLines(functionName?: string): readonly string[] {
    const wanted = functionName === undefined ? undefined : this.#physicalId(functionName)
    return this.#recorder.logLines
      .filter((logLine) => wanted === undefined || logLine.functionName === wanted)
      .map(({ line }) => line)
  }

  /**
   * The first event that the predicate accepts; at once when it was published before.
   * @throws LocalCloudError on time-out, naming the events that were seen, without their payloads
   */
  waitForEvent(predicate: (event: BusEvent) => boolean, options: WaitOptions = {}): Promise<BusEvent> {
    return this.#recorder.waitForEvent(predicate, options.timeoutMs ?? DEFAULT_EVENT_TIMEOUT)
  }

  /**
   * Moves time forward and fails if the predicate accepts an event that comes meanwhile.
   * @throws LocalCloudError naming the event, without its payload
   */
  expectNoEvent(
    predicate: (event: BusEvent) => boolean,
    { during }: { readonly during: Duration },
  ): Promise<void> {
    return this.#recorder.expectNoEvent(predicate, () => this.#clock.advance(during))
  }

  /** Tells of calls, events, log lines and warnings as they happen. Gives what ends it. */
  listen(listener: RecorderListener): () => void {
    return this.#recorder.listen(listener)
  }

  #callerName(caller: string): string {
    return caller === 'user' || caller.endsWith('.amazonaws.com')
      ? caller
      : this.#resources.find(caller).logicalId
  }

  #physicalId(name: string): string {
    return this.#resources.find(name).ref
  }
}
