import { assertMembers } from '../assert-members.js'
import { BoundedLog } from '../bounded-log.js'
import type { Clock } from '../clock.js'
import type { GatewayResponse } from '../gateway/gateway-message.js'
import type { Interceptor, Next } from '../gateway/interceptor.js'
import { LocalCloudError } from '../local-cloud-error.js'
import type { ApiCall } from '../service.js'
import type { InvocationChange } from '../spy-log.js'
import type { Duration } from '../time/duration.js'
import { applyFault } from './apply-fault.js'
import { assertFault } from './assert-fault.js'
import { type Crash, CrashPlan } from './crash-plan.js'
import type { Fault, StruckFault } from './fault.js'
import { FaultTrigger, type TriggerEnvironment } from './fault-trigger.js'

/** How many strikes `applied` remembers. */
const MAX_STRUCK = 50_000

export interface FaultsEnvironment extends Omit<TriggerEnvironment, 'now'> {
  readonly clock: Clock
  /** Ends one execution environment of a function, or all when none is named. */
  readonly kill: (functionName: string, environmentId: string | undefined) => Promise<void>
  readonly onInvocation: (listener: (change: InvocationChange) => void) => () => void
  /** Told of each strike. */
  readonly onStruck: (struck: StruckFault) => void
}

export interface Outage {
  /** From now on, or from that time. @default - at once */
  readonly from?: Duration | Date
  /** Until that long from now, exclusive, or until that time. @default - until it is removed */
  readonly to?: Duration | Date
  /** `ServiceUnavailable` with status 503, or no answer at all. @default 'unavailable' */
  readonly kind?: 'unavailable' | 'time-out'
}

type Rule = (call: ApiCall, next: Next, signal: AbortSignal) => Promise<GatewayResponse> | undefined

/** What goes wrong between the clients and the services. One strikes a call at most: the one that was added first. */
export class Faults {
  readonly #environment: FaultsEnvironment
  readonly #rules = new Map<Rule, AbortController>()
  readonly #struck = new BoundedLog<StruckFault>({
    maxEntries: MAX_STRUCK,
    maxBytes: Number.POSITIVE_INFINITY,
  })
  readonly #stopListening = new Map<Rule, () => void>()

  constructor(environment: FaultsEnvironment) {
    this.#environment = environment
  }

  /** To stand between the clients and whatever else intercepts. */
  readonly interceptor: Interceptor = (call, next, signal) => {
    for (const rule of this.#rules.keys()) {
      const answer = rule(call, next, signal)
      if (answer !== undefined) return answer
    }
    return next()
  }

  /**
   * Gives what removes it: calls that it holds are then dropped.
   * @throws LocalCloudError naming what is wrong with it
   */
  inject(fault: Fault): () => void {
    assertFault(fault)
    const { clock, random } = this.#environment
    const trigger = new FaultTrigger(fault, { ...this.#environment, now: clock.now })
    const removed = new AbortController()
    return this.#add(removed, (call, next, signal) => {
      if (!trigger.strikes(call)) return undefined
      return applyFault(fault, call, next, {
        clock,
        random,
        signal: AbortSignal.any([signal, removed.signal]),
        heldUntil: trigger.to,
        struck: (entries) => this.#note(fault.kind, call, entries),
      })
    })
  }

  /** Every call of the service fails from one time to another. Gives what ends it. */
  outage(service: string, { kind = 'unavailable', ...span }: Outage = {}): () => void {
    return this.inject({ service, kind, ...span })
  }

  /**
   * Ends the function's execution environment at the n-th AWS call of an invocation. Gives what calls it off.
   * @param functionPath construct path, logical id or name
   * @throws LocalCloudError when there is no such function, or `call` or `times` is no whole number from 1
   */
  crash(functionPath: string, crash: Crash): () => void {
    assertMembers('crash', crash, ['call', 'when', 'times'])
    if (crash.when !== 'before' && crash.when !== 'after') {
      throw new LocalCloudError(`Expected \`when\` to be before or after, got \`${String(crash.when)}\`.`)
    }
    for (const [name, value] of Object.entries({ call: crash.call, times: crash.times ?? 1 })) {
      if (!(Number.isInteger(value) && value >= 1))
        throw new LocalCloudError(
          `Expected \`${name}\` to be a whole number from 1, got \`${value}\` (${typeof value}).`,
        )
    }
    const { resource, kill, onInvocation } = this.#environment
    const { logicalId: callerName, ref: functionName, type } = resource(functionPath)
    if (type !== 'AWS::Lambda::Function')
      throw new LocalCloudError(`Only a function can crash, '${functionPath}' is a ${type}.`)
    const plan = new CrashPlan(crash, {
      callerName,
      functionName,
      kill: (environmentId) => kill(functionName, environmentId),
    })
    const rule: Rule = (call, next) => {
      if (!plan.strikes(call)) return undefined
      this.#note('crash', call)
      return plan.apply(call, next)
    }
    this.#stopListening.set(
      rule,
      onInvocation((change) => plan.onInvocation(change)),
    )
    return this.#add(new AbortController(), rule)
  }

  /** Removes all: whatever was held is dropped, and nothing goes wrong any more. */
  clear(): void {
    for (const rule of [...this.#rules.keys()]) this.#remove(rule)
  }

  /** What struck whom so far, in order. */
  applied(): readonly StruckFault[] {
    return [...this.#struck.entries]
  }

  #add(removed: AbortController, rule: Rule): () => void {
    this.#rules.set(rule, removed)
    return () => this.#remove(rule)
  }

  #remove(rule: Rule): void {
    this.#rules.get(rule)?.abort()
    this.#rules.delete(rule)
    this.#stopListening.get(rule)?.()
    this.#stopListening.delete(rule)
  }

  #note(kind: StruckFault['kind'], call: ApiCall, entries?: readonly number[]): void {
    const { service, operation, caller } = call
    const at = new Date(this.#environment.clock.now())
    const struck = { kind, service, operation, caller, at, ...(entries !== undefined && { entries }) }
    this.#struck.add(struck, 0)
    this.#environment.onStruck(struck)
  }
}
