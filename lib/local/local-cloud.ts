import type { RunningResource } from './assembly/running-stack.js'
import type { InvocationResult } from './function-invoker.js'
import type { Interceptor } from './gateway/interceptor.js'
import type { PolicyRegistry } from './iam/policy-registry.js'
import { lineListener } from './line-listener.js'
import { LocalCloudError } from './local-cloud-error.js'
import type { LocalCloudOptions } from './local-cloud-options.js'
import { Recorder, type RecorderListener } from './recorder.js'
import { ResourceIndex } from './resource-index.js'
import { Shutdown } from './shutdown.js'
import type { BusEvent, RecordedCall } from './spy-log.js'
import { type RunningCloud, startLocalCloud } from './start-local-cloud.js'
import type { VirtualClock } from './time/virtual-clock.js'

/** How long `waitForEvent` waits unless told otherwise. Milliseconds. */
const DEFAULT_EVENT_TIMEOUT = 30_000

/** What an AWS SDK client needs to act as the user of the local cloud. */
export interface ClientConfig {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

export interface WaitOptions {
  /** Milliseconds. @default 30000 */
  readonly timeoutMs?: number
}

/** Runs a synthesised CDK app on this machine: `await LocalCloud.start({ assembly: 'cdk.out' })`, then `stop()`. */
export class LocalCloud {
  readonly endpoint: string
  readonly region: string
  readonly accountId: string
  readonly clientConfig: ClientConfig
  /** By stack name, then by the output's key. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The statements of the template's policies. */
  readonly policies: PolicyRegistry
  /** Time: `await cloud.clock.advance('2h')`. */
  readonly clock: VirtualClock
  /** Of everything that the local cloud decided by chance: the option `seed` repeats it. */
  readonly seed: number
  readonly #running: RunningCloud
  readonly #recorder: Recorder
  readonly #shutdown: Shutdown
  readonly #resources: ResourceIndex

  private constructor(running: RunningCloud, recorder: Recorder, shutdown: Shutdown) {
    const { endpoint, region, accountId, keys, stacks, policies } = running
    this.endpoint = endpoint
    this.region = region
    this.accountId = accountId
    this.policies = policies
    this.clock = running.clock
    this.seed = running.seed
    this.clientConfig = { endpoint, region, credentials: keys.of({ kind: 'user', name: 'user' }) }
    this.outputs = Object.fromEntries(stacks.map(({ stackName, outputs }) => [stackName, outputs]))
    this.#running = running
    this.#recorder = recorder
    this.#shutdown = shutdown
    this.#resources = new ResourceIndex(stacks)
  }

  /**
   * Resolves once every resource exists. When that fails, nothing stays behind.
   * @throws LocalCloudError naming what is wrong with the assembly, a resource or an engine
   */
  static async start(options: LocalCloudOptions = {}): Promise<LocalCloud> {
    const recorder = new Recorder()
    const { log } = options
    if (log !== undefined) recorder.listen(lineListener(log))
    const shutdown = new Shutdown()
    try {
      return new LocalCloud(await startLocalCloud(options, recorder, shutdown), recorder, shutdown)
    } catch (error) {
      await shutdown.run().catch((cause: unknown) => recorder.warn(String(cause)))
      throw error
    }
  }

  /** Ends everything and waits for it. A second call waits, too. */
  stop(): Promise<void> {
    return this.#shutdown.run()
  }

  /** The resources of a CloudFormation type. */
  resources(type: string): readonly RunningResource[] {
    return this.#resources.all(type)
  }

  /** The name in the template, by which calls of a function are recorded. @throws LocalCloudError when there is none */
  logicalId(constructPath: string): string {
    return this.#resources.find(constructPath).logicalId
  }

  /** What `Ref` gives. @throws LocalCloudError when no resource goes by that name */
  physicalId(logicalIdOrConstructPath: string): string {
    return this.#resources.find(logicalIdOrConstructPath).ref
  }

  /** What `Fn::GetAtt` gives. @throws LocalCloudError when there is no such resource or attribute */
  attribute(logicalIdOrConstructPath: string, name: string): string {
    const { attributes, logicalId } = this.#resources.find(logicalIdOrConstructPath)
    const value = attributes[name]
    if (value !== undefined) return value
    throw new LocalCloudError(
      `'${logicalId}' has no attribute '${name}'. It has: ${Object.keys(attributes).join(', ')}.`,
    )
  }

  /** Events that the buses accepted so far. */
  events(): readonly BusEvent[] {
    return this.#recorder.events
  }

  /** Calls that went through the gateway so far, in the order of their answers. */
  calls(): readonly RecordedCall[] {
    return this.#recorder.calls
  }

  warnings(): readonly string[] {
    return this.#recorder.warnings
  }

  /** What functions wrote to their logs: all of them, or the one with the given name, logical id or path. */
  logLines(functionName?: string): readonly string[] {
    const wanted = functionName === undefined ? undefined : this.physicalId(functionName)
    return this.#recorder.logLines
      .filter((logLine) => wanted === undefined || logLine.functionName === wanted)
      .map(({ line }) => line)
  }

  /**
   * The first event that the predicate accepts; at once when it was published before.
   * @throws LocalCloudError on time-out, naming the events that were seen
   */
  waitForEvent(predicate: (event: BusEvent) => boolean, options: WaitOptions = {}): Promise<BusEvent> {
    return this.#recorder.waitForEvent(predicate, options.timeoutMs ?? DEFAULT_EVENT_TIMEOUT)
  }

  /** Tells of calls, events, log lines and warnings as they happen. Gives what ends it. */
  listen(listener: RecorderListener): () => void {
    return this.#recorder.listen(listener)
  }

  /** Puts an interceptor in front of every service. Gives what removes it. */
  intercept(interceptor: Interceptor): () => void {
    return this.#running.gateway.intercept(interceptor)
  }

  invoke(functionIdOrPath: string, payload: unknown): Promise<InvocationResult> {
    return this.#running.invoker.invoke(this.physicalId(functionIdOrPath), payload)
  }

  /** Ends every execution environment of the function at once, also in the middle of an invocation. */
  kill(functionIdOrPath: string): Promise<void> {
    return this.#running.kill(this.physicalId(functionIdOrPath))
  }
}
