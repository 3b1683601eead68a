import type { GatewayResponse } from '../gateway/gateway-message.js'
import { ConnectionReset, type Next } from '../gateway/interceptor.js'
import type { ApiCall } from '../service.js'
import type { InvocationChange } from '../spy-log.js'

export interface Crash {
  /** Which of an invocation's AWS calls, from 1. Those that an SDK repeats count, too. */
  readonly call: number
  /** Before the service sees the call, or after it took effect. */
  readonly when: 'before' | 'after'
  /** How many invocations crash. @default 1 */
  readonly times?: number
}

export interface CrashingFunction {
  /** By which its calls are recorded. */
  readonly callerName: string
  readonly functionName: string
  /** Ends the one execution environment, or all of the function when it is not known which one called. */
  readonly kill: (environmentId: string | undefined) => Promise<void>
}

/**
 * Ends a function's execution environment at the n-th call of an invocation. Each environment serves one invocation at
 * a time, so the calls since the invocation's begin are those of the invocation. Where it is not known which
 * environment calls, those of a function are counted together: exact as long as one invocation runs at a time. What an
 * environment calls between two invocations does not count.
 */
export class CrashPlan {
  readonly #crash: Crash
  readonly #subject: CrashingFunction
  /** Calls of the present invocation, by environment. */
  readonly #counts = new Map<string | undefined, number>()
  /** The environment of each invocation that runs, by request id. */
  readonly #running = new Map<string, string | undefined>()
  #left: number

  constructor(crash: Crash, subject: CrashingFunction) {
    this.#crash = crash
    this.#subject = subject
    this.#left = crash.times ?? 1
  }

  onInvocation(change: InvocationChange): void {
    if (change.functionName !== this.#subject.functionName) return
    if (change.kind === 'begin') {
      this.#counts.set(change.environmentId, 0)
      this.#running.set(change.requestId, change.environmentId)
    } else if (change.kind === 'end' && this.#running.has(change.requestId)) {
      this.#counts.delete(this.#running.get(change.requestId))
      this.#running.delete(change.requestId)
    }
  }

  /** Counts the call; true when it is the one. */
  strikes({ caller }: ApiCall): boolean {
    if (caller.kind !== 'function' || caller.name !== this.#subject.callerName || this.#left === 0)
      return false
    const before = this.#counts.get(caller.environmentId)
    if (before === undefined) return false
    const count = before + 1
    this.#counts.set(caller.environmentId, count)
    if (count !== this.#crash.call) return false
    this.#left -= 1
    return true
  }

  /** @throws ConnectionReset always: the caller is no more */
  async apply({ caller }: ApiCall, next: Next): Promise<GatewayResponse> {
    if (this.#crash.when === 'after') await next()
    await this.#subject.kill(caller.environmentId)
    throw new ConnectionReset()
  }
}
