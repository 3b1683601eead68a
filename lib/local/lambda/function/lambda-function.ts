import { randomBytes, randomUUID } from 'node:crypto'
import { AwsError } from '../../aws-error.js'
import type { SpyLog } from '../../spy-log.js'
import type { Activity } from '../../time/activity.js'
import type { SharedClock } from '../../time/shared-clock.js'
import { ASYNCHRONOUS_PAYLOAD_MAX_BYTES, SYNCHRONOUS_PAYLOAD_MAX_BYTES } from '../lambda-limits.js'
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
  readonly spies: Pick<SpyLog, 'recordLogLine'>
  /** How many workers a function has at most where Lambda would start more: further invocations wait. */
  readonly maximumEnvironments: number
}

/** The account's quota for concurrent executions. */
const ACCOUNT_CONCURRENCY = 1000

/** A function with its execution environments. */
export class LambdaFunction {
  readonly configuration: FunctionConfiguration
  readonly #options: LambdaFunctionOptions
  readonly #pool: EnvironmentPool<ExecutionEnvironment>
  #running = 0

  constructor(configuration: FunctionConfiguration, options: LambdaFunctionOptions) {
    this.configuration = configuration
    this.#options = options
    const reserved = configuration.reservedConcurrency ?? ACCOUNT_CONCURRENCY
    const maximum = Math.max(1, Math.min(reserved, options.maximumEnvironments))
    const start = `the start of ${configuration.functionName}`
    this.#pool = new EnvironmentPool(
      () => options.activity.run(start, () => this.#startEnvironment()),
      maximum,
    )
  }

  /**
   * Invokes with a payload of JSON text and waits for the end.
   * @throws AwsError TooManyRequestsException, RequestTooLargeException, InvalidRequestContentException
   */
  async invoke(payload: string): Promise<Invocation> {
    this.assertPayload(payload, SYNCHRONOUS_PAYLOAD_MAX_BYTES)
    const { functionArn, timeoutSeconds, reservedConcurrency = ACCOUNT_CONCURRENCY } = this.configuration
    if (this.#running >= reservedConcurrency) throw throttled(this.configuration.reservedConcurrency)
    this.#running += 1
    try {
      const requestId = randomUUID()
      const traceId = newTraceId(this.#options.clock.now())
      const outcome = await this.#pool.use((environment) =>
        environment.invoke({ requestId, functionArn, payload, traceId }, timeoutSeconds),
      )
      const checked = withinResponseLimit(outcome)
      if (checked.kind === 'error') this.#logError(requestId, checked)
      return { requestId, outcome: checked }
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

  /** Ends every execution environment at once, also in the middle of an invocation. */
  async kill(): Promise<void> {
    await this.#pool.killAll()
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }

  async #startEnvironment(): Promise<ExecutionEnvironment> {
    const { clock, activity, access } = this.#options
    const { configuration } = this
    const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '/')
    const logStreamName = `${day}/[$LATEST]${randomBytes(16).toString('hex')}`
    return new ExecutionEnvironment({
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
      variables: functionVariables(configuration, access, logStreamName),
      memoryMegabytes: configuration.memoryMegabytes,
      clock,
      activity,
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
