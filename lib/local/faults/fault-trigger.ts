import { callResources, resourceName } from '../call-resources.js'
import type { ApiCall } from '../service.js'
import { milliseconds } from '../time/duration.js'
import type { Fault } from './fault.js'

export interface TriggerEnvironment {
  readonly now: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  /** By construct path, logical id or name. @throws LocalCloudError when there is none */
  readonly resource: (name: string) => {
    readonly logicalId: string
    readonly ref: string
    readonly type: string
  }
}

/** Decides call by call whether a fault strikes. It counts the calls that it is about, within its span. */
export class FaultTrigger {
  readonly #fault: Fault
  readonly #environment: TriggerEnvironment
  readonly #from: number
  readonly #caller: string | undefined
  readonly #resource: string | undefined
  /** Exclusive, milliseconds since the epoch. */
  readonly to: number
  #seen = 0
  #struck = 0

  /** @throws LocalCloudError when there is no such caller or resource */
  constructor(fault: Fault, environment: TriggerEnvironment) {
    const { from = 0, to = Number.POSITIVE_INFINITY, caller, resource } = fault
    const now = environment.now()
    this.#fault = fault
    this.#environment = environment
    this.#from = from instanceof Date ? from.getTime() : now + milliseconds(from, 'from')
    this.to =
      to === Number.POSITIVE_INFINITY ? to : to instanceof Date ? to.getTime() : now + milliseconds(to, 'to')
    this.#caller = caller === undefined ? undefined : callerName(caller, environment)
    this.#resource = resource === undefined ? undefined : nameOf(resource, environment)
  }

  strikes(call: ApiCall): boolean {
    if (!this.#isAbout(call)) return false
    const { now, random } = this.#environment
    if (now() < this.#from || now() >= this.to) return false
    this.#seen += 1
    const { nth, every, share, times = Number.POSITIVE_INFINITY } = this.#fault
    if (nth !== undefined && this.#seen !== nth) return false
    if (every !== undefined && this.#seen % every !== 0) return false
    if (this.#struck >= times) return false
    if (share !== undefined && random() >= share) return false
    this.#struck += 1
    return true
  }

  #isAbout(call: ApiCall): boolean {
    const { service, operation } = this.#fault
    return (
      call.service === service &&
      (operation === undefined || operation === '*' || call.operation === operation) &&
      (this.#caller === undefined || call.caller.name === this.#caller) &&
      (this.#resource === undefined || callResources(call).includes(this.#resource))
    )
  }
}

function callerName(caller: string, { resource }: TriggerEnvironment): string {
  return caller === 'user' || caller.endsWith('.amazonaws.com') ? caller : resource(caller).logicalId
}

/** What exists beside the template is named by its ARN or URL; the default bus is nobody's. */
function nameOf(name: string, { resource }: TriggerEnvironment): string {
  return resourceName(/^(?:arn:|https?:|default$)/.test(name) ? name : resource(name).ref)
}
