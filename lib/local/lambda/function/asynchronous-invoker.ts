import { AwsError } from '../../aws-error.js'
import type { Clock } from '../../clock.js'
import type { SpyLog } from '../../spy-log.js'
import type { LambdaFunction } from './lambda-function.js'

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
export interface AsynchronousPolicy {
  /** 0 to 2. @default 2 */
  readonly maximumRetryAttempts: number
  /** 60 to 21,600. @default 21,600 */
  readonly maximumEventAgeSeconds: number
}

export const DEFAULT_ASYNCHRONOUS_POLICY: AsynchronousPolicy = {
  maximumRetryAttempts: 2,
  maximumEventAgeSeconds: 21_600,
}

const MINUTE = 60_000

/** A throttled event is tried again after 1 second, then ever later, up to 5 minutes. */
const THROTTLE_BASE_MILLISECONDS = 1000
const THROTTLE_CAP_MILLISECONDS = 5 * MINUTE

/** Lambda's internal queue for invocations of type `Event`. */
export class AsynchronousInvoker {
  readonly #clock: Clock
  readonly #spies: Pick<SpyLog, 'warn'>
  readonly #stopping = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  readonly #policies = new Map<string, AsynchronousPolicy>()

  constructor(clock: Clock, spies: Pick<SpyLog, 'warn'>) {
    this.#clock = clock
    this.#spies = spies
  }

  setPolicy(functionName: string, policy: AsynchronousPolicy | undefined): void {
    if (policy === undefined) this.#policies.delete(functionName)
    else this.#policies.set(functionName, policy)
  }

  /** Undefined for a function that has none of its own. */
  policyOf(functionName: string): AsynchronousPolicy | undefined {
    return this.#policies.get(functionName)
  }

  /** Returns at once; a function error is retried after 1 minute, and after 2 more. */
  accept(lambda: LambdaFunction, payload: string): void {
    const work = this.#deliver(lambda, payload).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#underWay)
  }

  async #deliver(lambda: LambdaFunction, payload: string): Promise<void> {
    const { functionName } = lambda.configuration
    const policy = this.#policies.get(functionName) ?? DEFAULT_ASYNCHRONOUS_POLICY
    const expiresAt = this.#clock.now() + policy.maximumEventAgeSeconds * 1000
    const { signal } = this.#stopping
    let failures = 0
    let throttles = 0
    while (!signal.aborted) {
      const result = await this.#invoke(lambda, payload)
      if (result === 'success' || signal.aborted) return
      if (result === 'function-error') failures += 1
      else throttles += 1
      const wait =
        result === 'function-error'
          ? failures * MINUTE
          : Math.min(THROTTLE_CAP_MILLISECONDS, THROTTLE_BASE_MILLISECONDS * 2 ** (throttles - 1))
      if (failures > policy.maximumRetryAttempts || this.#clock.now() + wait > expiresAt) {
        const attempts = failures + throttles
        this.#spies.warn(`An asynchronous event for ${functionName} was given up after ${attempts} attempts.`)
        return
      }
      await this.#clock.sleep(wait, signal)
    }
  }

  async #invoke(
    lambda: LambdaFunction,
    payload: string,
  ): Promise<'success' | 'function-error' | 'not-invoked'> {
    try {
      const { outcome } = await lambda.invoke(payload)
      return outcome.kind === 'response' ? 'success' : 'function-error'
    } catch (error) {
      // A throttle is Lambda's answer; anything else is a fault of the local cloud, and the event must not vanish.
      if (!(error instanceof AwsError)) {
        this.#spies.warn(`${lambda.configuration.functionName} could not be invoked: ${String(error)}`)
      }
      return 'not-invoked'
    }
  }
}
