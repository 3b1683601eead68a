import type { RunningResource } from './assembly/running-stack.js'
import { CloudSpies } from './cloud-spies.js'
import { Faults } from './faults/faults.js'
import type { InvocationResult } from './function-invoker.js'
import type { Interceptor } from './gateway/interceptor.js'
import type { Grant } from './iam/grants.js'
import type { PolicyRegistry } from './iam/policy-registry.js'
import { lineListener } from './line-listener.js'
import { LocalCloudError } from './local-cloud-error.js'
import type { LocalCloudOptions } from './local-cloud-options.js'
import { Recorder } from './recorder.js'
import { ResourceIndex } from './resource-index.js'
import { Shutdown } from './shutdown.js'
import { type RunningCloud, startLocalCloud } from './start-local-cloud.js'
import type { Replica } from './streams/replica.js'
import { seededRandom } from './time/seeded-random.js'
import type { VirtualClock } from './time/virtual-clock.js'

/** What an AWS SDK client needs to act as the user of the local cloud. */
export interface ClientConfig {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** Runs a synthesised CDK app on this machine: `await LocalCloud.start({ assembly: 'cdk.out' })`, then `stop()`. */
export class LocalCloud extends CloudSpies {
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
  /** What goes wrong: throttles, outages, lost answers, crashes. */
  readonly faults: Faults
  readonly #running: RunningCloud
  readonly #shutdown: Shutdown
  readonly #resources: ResourceIndex

  private constructor(running: RunningCloud, recorder: Recorder, shutdown: Shutdown) {
    const { endpoint, region, accountId, keys, stacks, policies, metrics, clock } = running
    const resources = new ResourceIndex(stacks)
    super({ recorder, resources, metrics, clock })
    this.endpoint = endpoint
    this.region = region
    this.accountId = accountId
    this.policies = policies
    this.clock = clock
    this.seed = running.seed
    this.clientConfig = { endpoint, region, credentials: keys.of({ kind: 'user', name: 'user' }) }
    this.outputs = Object.fromEntries(stacks.map(({ stackName, outputs }) => [stackName, outputs]))
    this.#running = running
    this.#shutdown = shutdown
    this.#resources = resources
    this.faults = new Faults({
      clock,
      // Numbers of its own: a fault more must not change what else is decided by chance.
      random: seededRandom(running.seed + 1),
      resource: (name) => this.#resources.find(name),
      kill: running.kill,
      onInvocation: (onInvocation) => recorder.listen({ onInvocation }),
      onStruck: recorder.recordFault,
    })
    running.gateway.intercept(this.faults.interceptor)
    // First of all: whoever is held must come free before anything can end.
    shutdown.add(async () => this.faults.clear())
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

  /**
   * What an SDK client needs to act as a function, with its role: to try what the function may do.
   * @throws LocalCloudError when there is no such function
   */
  async clientConfigAs(functionIdOrPath: string): Promise<ClientConfig> {
    const { logicalId, ref } = this.#resources.find(functionIdOrPath)
    const caller = await this.#running.functionCaller(logicalId, ref)
    return { ...this.clientConfig, credentials: this.#running.keys.of(caller) }
  }

  /** What the templates' policies allow, and what of it was used so far: nothing without an authoriser. */
  grants(): readonly Grant[] {
    return this.#running.grants()
  }

  /**
   * Resolves when nothing happens any more unless time passes.
   * @throws LocalCloudError when something stays at work for a minute of real time
   */
  quiet(): Promise<void> {
    return this.clock.quiet()
  }

  /** Puts an interceptor in front of every service. Gives what removes it. */
  intercept(interceptor: Interceptor): () => void {
    return this.#running.gateway.intercept(interceptor)
  }

  /** A replica of the table in another Region: its writes arrive here through no call. */
  replica(tableIdOrPath: string): Replica {
    return this.#running.dynamodb.replicaOf(this.physicalId(tableIdOrPath))
  }

  /**
   * Closes an open shard of the table's stream, the first one unless told otherwise; two children take over its keys.
   * @returns the children's ids
   * @throws LocalCloudError when the table has no stream, or no such open shard
   */
  splitShard(tableIdOrPath: string, shardId?: string): readonly string[] {
    const stream = this.#running.dynamodb.streams.enabled(this.physicalId(tableIdOrPath))
    if (stream === undefined) throw new LocalCloudError(`'${tableIdOrPath}' has no stream.`)
    return stream.log.split(shardId)
  }

  invoke(functionIdOrPath: string, payload: unknown): Promise<InvocationResult> {
    return this.#running.invoker.invoke(this.physicalId(functionIdOrPath), payload)
  }

  /**
   * Ends every execution environment of the function at once, also in the middle of an invocation.
   * @param environmentId only this one: a call tells its caller's in `caller.environmentId`
   */
  kill(functionIdOrPath: string, environmentId?: string): Promise<void> {
    return this.#running.kill(this.physicalId(functionIdOrPath), environmentId)
  }
}
