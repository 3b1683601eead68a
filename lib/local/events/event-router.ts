import { setMaxListeners } from 'node:events'
import type { Clock } from '../clock.js'
import type { LocalEnvironment } from '../resource-provider.js'
import type { AcceptedEvent } from './accepted-event.js'
import type { EventBus } from './event-bus.js'
import type { EventBuses } from './event-buses.js'
import { InFlight } from './in-flight.js'
import { type DeliveryEnvironment, deliver } from './targets/deliver.js'
import { DeliveryError } from './targets/delivery-error.js'
import { QueueSender } from './targets/queue-sender.js'

/** Takes events from the buses to the targets of the rules that match them. */
export class EventRouter {
  readonly #environment: LocalEnvironment
  readonly #buses: EventBuses
  readonly #inFlight = new InFlight()
  readonly #stopping = new AbortController()
  readonly #delivery: DeliveryEnvironment

  constructor(environment: LocalEnvironment, buses: EventBuses, clock: Clock, random: () => number) {
    this.#environment = environment
    this.#buses = buses
    // Each delivery that waits for a retry listens: there may be thousands.
    setMaxListeners(0, this.#stopping.signal)
    this.#delivery = {
      local: environment,
      clock,
      random,
      stopping: this.#stopping.signal,
      queues: new QueueSender(environment),
      forward: (event, busArn) => this.#forward(event, busArn),
    }
  }

  /** Records the event at once; its rules are looked at and its targets served after the caller has returned. */
  route(event: AcceptedEvent, bus: EventBus): void {
    const { envelope, detailText } = event
    this.#environment.spies.recordEvent({ busName: bus.name, envelope, detailText })
    this.#inFlight.start(() => this.#deliverToTargets(event, bus))
  }

  /** Gives up what waits for a retry and waits for what is being delivered. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#inFlight.drain()
    this.#delivery.queues.close()
  }

  async #deliverToTargets(event: AcceptedEvent, bus: EventBus): Promise<void> {
    const deliveries: Promise<void>[] = []
    for (const rule of bus.rules.values()) {
      if (rule.state === 'DISABLED' || !rule.pattern.matches(event.envelope)) continue
      for (const target of rule.targets.values()) {
        deliveries.push(deliver(event, rule, target, this.#delivery))
      }
    }
    await Promise.all(deliveries)
  }

  #forward(event: AcceptedEvent, busArn: string): void {
    const bus = this.#buses.find(busArn)
    if (bus === undefined) throw new DeliveryError('NO_RESOURCE', `${busArn} does not exist`)
    if (event.path.includes(bus.name)) {
      throw new DeliveryError('INVALID_PARAMETER', `The event has been on event bus ${bus.name} before`)
    }
    this.route({ ...event, path: [...event.path, bus.name] }, bus)
  }
}
