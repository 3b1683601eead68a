import { randomBytes, randomUUID } from 'node:crypto'
import { AwsError } from '../../aws-error.js'
import type { SpyLog } from '../../spy-log.js'
import type { Activity } from '../../time/activity.js'
import type { HeldCalls } from '../../time/held-calls.js'
import type { SharedClock } from '../../time/shared-clock.js'
import {
  ACCOUNT_CONCURRENCY,
  ASYNCHRONOUS_PAYLOAD_MAX_BYTES,
  SYNCHRONOUS_PAYLOAD_MAX_BYTES,
} from '../lambda-limits.js'
import { runtimeEntry } from '../runtime/runtime-entry.js'
import { EnvironmentPool } from './environment-pool.js'
import { ExecutionEnvironment, type InvocationOutcome } from './execution-environment.js'
import type { FunctionConfiguration } from './function-configuration.js'
import { type FunctionAccess, functionVariables } from './function-variables.js'

export interface Invocation {
  readonly requestId: string
  readonly outcome: InvocationOutcome
}

export interface LambdaFunctionOptions {
  readonly access: FunctionAccess
  readonly clock: SharedClock
  readonly activity: Activity
  readonly heldCalls: HeldCalls
  readonly spies: Pick<SpyLog, 'recordInvocation' | 'recordLogLine'>
  /** How many workers a function has at most where Lambda would start more: further invocations wait. */
  readonly maximumEnvironments: number
}

/** A function with its execution environments. */
export class LambdaFunction {
  #configuration: FunctionConfiguration
  #modifiedAt: number
  readonly #options: LambdaFunctionOptions
  readonly #pool: EnvironmentPool<ExecutionEnvironment>
  #running = 0

  constructor(configuration: FunctionConfiguration, options: LambdaFunctionOptions) {
    this.#configuration = configuration
    this.#modifiedAt = options.clock.now()
    this.#options = options
    const start = `the start of ${configuration.functionName}`
    this.#pool = new EnvironmentPool(
      () => options.activity.run(start, () => this.#startEnvironment()),
      options.maximumEnvironments,
    )
  }

  get configuration(): FunctionConfiguration {
    return this.#configuration
  }

  /** Of its configuration. Milliseconds since the epoch. */
  get modifiedAt(): number {
    return this.#modifiedAt
  }

  /** Counts for what begins later: invocations, and execution environments. */
  configure(configuration: FunctionConfiguration): void {
    this.#configuration = configuration
    this.#modifiedAt = this.#options.clock.now()
  }

  /** Execution environments that exist serve no later invocation. */
  renew(): void {
    this.#pool.renew()
  }

  /**
   * Invokes with a payload of JSON text and waits for the end.
   * @throws AwsError TooManyRequestsException, RequestTooLargeException, InvalidRequestContentException
   */
  async invoke(payload: string): Promise<Invocation> {
    this.assertPayload(payload, SYNCHRONOUS_PAYLOAD_MAX_BYTES)
    const { functionArn, timeoutSeconds, reservedConcurrency = ACCOUNT_CONCURRENCY } = this.configuration
    const { clock, spies } = this.#options
    const { functionName } = this.configuration
    if (this.#running >= reservedConcurrency) {
      spies.recordInvocation({ kind: 'throttle', functionName, at: new Date(clock.now()) })
      throw throttled(this.configuration.reservedConcurrency)
    }
    this.#running += 1
    try {
      const requestId = randomUUID()
      const traceId = newTraceId(clock.now())
      return await this.#pool.use(async (environment) => {
        const record = { functionName, requestId }
        const { id: environmentId } = environment
        const payloadBytes = Buffer.byteLength(payload)
        spies.recordInvocation({
          kind: 'begin',
          ...record,
          at: new Date(clock.now()),
          payloadBytes,
          environmentId,
        })
        const invoked = await environment.invoke({ requestId, functionArn, payload, traceId }, timeoutSeconds)
        const outcome = withinResponseLimit(invoked)
        if (outcome.kind === 'error') this.#logError(requestId, outcome)
        const errorType = outcome.kind === 'error' ? { errorType: outcome.error.errorType } : {}
        spies.recordInvocation({ kind: 'end', ...record, at: new Date(clock.now()), ...errorType })
        return { requestId, outcome }
      })
    } finally {
      this.#running -= 1
    }
  }

  /** @throws AwsError RequestTooLargeException, InvalidRequestContentException */
  assertPayload(payload: string, maximum: number = ASYNCHRONOUS_PAYLOAD_MAX_BYTES): void {
    if (Buffer.byteLength(payload) > maximum) {
      throw new AwsError(
        'RequestTooLargeException',
        `Request must be smaller than ${maximum} bytes for the InvokeFunction operation`,
        413,
      )
    }
    try {
      JSON.parse(payload)
    } catch {
      throw new AwsError(
        'InvalidRequestContentException',
        'Could not parse request body into json: the payload of an invocation must be JSON.',
      )
    }
  }

  /**
   * Ends execution environments at once, also in the middle of an invocation.
   * @param environmentId only this one; all when it is not given
   */
  async kill(environmentId?: string): Promise<void> {
    await this.#pool.kill((environment) => environmentId === undefined || environment.id === environmentId)
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }

  async #startEnvironment(): Promise<ExecutionEnvironment> {
    const { clock, activity, heldCalls, access } = this.#options
    const { configuration } = this
    const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '/')
    const environmentId = randomBytes(16).toString('hex')
    const logStreamName = `${day}/[$LATEST]${environmentId}`
    return new ExecutionEnvironment({
      id: environmentId,
      entry: await runtimeEntry(),
      settings: {
        taskRoot: configuration.taskRoot,
        handler: configuration.handler,
        functionName: configuration.functionName,
        functionVersion: '$LATEST',
        memoryLimitInMB: String(configuration.memoryMegabytes),
        logGroupName: configuration.logGroupName,
        logStreamName,
      },
      variables: functionVariables(configuration, access, logStreamName, environmentId),
      memoryMegabytes: configuration.memoryMegabytes,
      clock,
      activity,
      heldCalls,
      onLog: (text) => this.#log(text),
    })
  }

  #log(text: string): void {
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
    for (const line of lines) this.#options.spies.recordLogLine(this.configuration.functionName, line)
  }

  /** As on Lambda, the log is where a person reads why an invocation failed. */
  #logError(requestId: string, { error }: Extract<InvocationOutcome, { kind: 'error' }>): void {
    const { errorType, errorMessage, trace } = error
    const time = new Date(this.#options.clock.now()).toISOString()
    this.#log(
      `${time}\t${requestId}\tERROR\tInvoke Error\t${JSON.stringify({ errorType, errorMessage, stack: trace })}`,
    )
  }
}

function withinResponseLimit(outcome: InvocationOutcome): InvocationOutcome {
  if (outcome.kind === 'error' || Buffer.byteLength(outcome.payload) <= SYNCHRONOUS_PAYLOAD_MAX_BYTES)
    return outcome
  return {
    kind: 'error',
    error: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${SYNCHRONOUS_PAYLOAD_MAX_BYTES} bytes).`,
      trace: [],
    },
  }
}

function throttled(reserved: number | undefined): AwsError {
  const reason =
    reserved === undefined ? 'ConcurrentInvocationLimit' : 'ReservedFunctionConcurrentInvocationLimit'
  return new AwsError('TooManyRequestsException', `Rate Exceeded. Reason: ${reason}Exceeded`, 429)
}

function newTraceId(now: number): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0')
  const root = `1-${seconds}-${randomBytes(12).toString('hex')}`
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0`
}
