import { type ApiCall, ConnectionReset, type Interceptor, type LocalCloud } from 'serverless-outbox/local'
import { FUNCTIONS } from './chaos-stack.js'
import type { PlannedKill, Victim } from './plan.js'
import { eventIdOf } from './wire.js'

interface Armed {
  readonly kill: PlannedKill
  /** Calls of its kind that are still to be let through. */
  skip: number
  rounds: number
}

/** After so many rounds without a strike any call will do: there may be no work of the kind that was aimed at. */
const PATIENCE = 2

/** Kills who makes a call while it is in flight, one after the other of each function, as planned. */
export class Killer {
  readonly #cloud: Pick<LocalCloud, 'kill'>
  readonly #onStruck: (kill: PlannedKill, call: ApiCall) => void
  readonly #victims: ReadonlyMap<string, Victim>
  readonly #armed = new Map<Victim, Armed>()
  readonly #striking = new Set<PlannedKill>()
  #waiting: readonly PlannedKill[] = []
  #struck = 0

  /** @param onStruck told just before the caller dies */
  constructor(
    cloud: Pick<LocalCloud, 'kill' | 'logicalId'>,
    onStruck: (kill: PlannedKill, call: ApiCall) => void,
  ) {
    this.#cloud = cloud
    this.#onStruck = onStruck
    const victims = ['relay', 'sweeper', 'redrive'] as const
    this.#victims = new Map(victims.map((victim) => [cloud.logicalId(FUNCTIONS[victim]), victim]))
  }

  /** Kills that hit a call in flight. */
  get struck(): number {
    return this.#struck
  }

  /** Those that are still to hit. */
  get left(): number {
    return this.#waiting.length + this.#armed.size + this.#striking.size
  }

  /** Those that are still to hit this one. */
  leftOf(victim: Victim): number {
    const waiting = [...this.#waiting, ...this.#striking].filter((kill) => kill.victim === victim)
    return waiting.length + (this.#armed.has(victim) ? 1 : 0)
  }

  release(kills: readonly PlannedKill[]): void {
    this.#waiting = [...this.#waiting, ...kills]
    this.#arm()
  }

  /** Some time has passed, or one alone had its chance. */
  endRound(only?: Victim): void {
    for (const [victim, armed] of this.#armed) {
      if (only !== undefined && victim !== only) continue
      armed.rounds += 1
      if (armed.rounds > PATIENCE) this.#aim({ ...armed.kill, victim, aim: 'any', skip: 0 })
    }
  }

  /** There will be no more work for one: the other gets its kills. */
  spare(victim: Victim, instead: Victim): void {
    const armed = this.#armed.get(victim)
    this.#armed.delete(victim)
    const all = armed === undefined ? this.#waiting : [armed.kill, ...this.#waiting]
    this.#waiting = all.map((kill) => (kill.victim === victim ? { ...kill, victim: instead } : kill))
    this.#arm()
  }

  readonly interceptor: Interceptor = async (call, next) => {
    const kill = this.#kill(call)
    if (kill === undefined) return next()
    this.#striking.add(kill)
    try {
      if (kill.when === 'after') await next()
    } catch (error) {
      // The caller gave up: there is no call in flight any more.
      this.#striking.delete(kill)
      this.#waiting = [kill, ...this.#waiting]
      this.#arm()
      throw error
    }
    this.#striking.delete(kill)
    this.#struck += 1
    this.#onStruck(kill, call)
    await this.#cloud.kill(FUNCTIONS[kill.victim], call.caller.environmentId)
    throw new ConnectionReset()
  }

  /** What is to strike this call; the next one is armed at once. */
  #kill(call: ApiCall): PlannedKill | undefined {
    const victim = this.#victims.get(call.caller.name)
    const armed = victim === undefined ? undefined : this.#armed.get(victim)
    if (victim === undefined || armed === undefined) return undefined
    if (armed.kill.aim === 'effect' && !hasEffect(call)) return undefined
    if (armed.skip > 0) {
      armed.skip -= 1
      return undefined
    }
    this.#armed.delete(victim)
    this.#arm()
    return armed.kill
  }

  #arm(): void {
    this.#waiting = this.#waiting.filter((kill) => {
      if (this.#armed.has(kill.victim)) return true
      this.#aim(kill)
      return false
    })
  }

  #aim(kill: PlannedKill): void {
    this.#armed.set(kill.victim, { kill, skip: kill.skip, rounds: 0 })
  }
}

/** Calls that change something: between them a crash can lose or double an event. */
function hasEffect({ operation, input }: ApiCall): boolean {
  if (operation !== 'PutEvents')
    return ['BatchExecuteStatement', 'UpdateItem', 'SendMessage'].includes(operation)
  const entries = input['Entries'] as readonly { readonly Detail?: string }[]
  // A heartbeat is no event.
  return entries.some(({ Detail: detail = '' }) => eventIdOf(detail) !== undefined)
}
