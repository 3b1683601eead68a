import { randomUUID } from 'node:crypto'
import type { LocalEnvironment } from '../resource-provider.js'
import { acceptEvent } from './accept-event.js'
import type { AcceptedEvent } from './accepted-event.js'
import type { Archives } from './archives/archives.js'
import type { EventBus } from './event-bus.js'
import type { EventBuses } from './event-buses.js'
import type { EventMetrics } from './event-metrics.js'
import type { InFlight } from './in-flight.js'
import type { Rule } from './rule.js'
import { type DeliveryEnvironment, deliver } from './targets/deliver.js'
import { DeliveryError } from './targets/delivery-error.js'
import { QueueSender } from './targets/queue-sender.js'

export interface RouterEnvironment {
  readonly local: LocalEnvironment
  readonly buses: EventBuses
  readonly archives: Archives
  readonly metrics: EventMetrics
  readonly inFlight: InFlight
  readonly stopping: AbortSignal
}

/** Takes events from the buses to the targets of the rules that match them. */
export class EventRouter {
  readonly #environment: RouterEnvironment
  readonly #delivery: DeliveryEnvironment

  constructor(environment: RouterEnvironment) {
    this.#environment = environment
    const { local, metrics, stopping } = environment
    const { clock, activity, random } = local
    this.#delivery = {
      local,
      clock,
      activity,
      random,
      stopping,
      metrics,
      queues: new QueueSender(local),
      forward: (event, busArn) => this.#forward(event, busArn),
    }
  }

  /**
   * Records and archives the event at once; its rules are looked at and its targets served after the caller has
   * returned.
   * @param ruleArns of the rules that may get it. @default - all of the bus
   */
  route(event: AcceptedEvent, bus: EventBus, ruleArns?: ReadonlySet<string>): void {
    const { local, archives, inFlight } = this.#environment
    const { envelope, detailText } = event
    local.spies.recordEvent({ busName: bus.name, envelope, detailText })
    archives.offer(event, bus)
    inFlight.start(`an event on bus ${bus.name}`, () => this.#match(event, bus, ruleArns))
  }

  /**
   * A scheduled rule's own event: its targets get it, other rules do not see it.
   * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-rule-schedule.html
   * @param due milliseconds since the epoch
   */
  fire(rule: Rule, due: number): void {
    const { local, inFlight } = this.#environment
    const event = acceptEvent({
      entry: {
        source: 'aws.events',
        detailType: 'Scheduled Event',
        detail: '{}',
        resources: [rule.arn],
        time: due,
      },
      id: randomUUID(),
      busName: rule.busName,
      accountId: local.accountId,
      region: local.region,
      ingestedAt: local.clock.now(),
    })
    inFlight.start(`scheduled rule ${rule.name}`, () => this.#serve(event, rule))
  }

  close(): void {
    this.#delivery.queues.close()
  }

  async #match(event: AcceptedEvent, bus: EventBus, ruleArns?: ReadonlySet<string>): Promise<void> {
    const { metrics } = this.#environment
    const matching = [...bus.rules.values()].filter(
      ({ arn, state, filter }) =>
        state === 'ENABLED' &&
        (ruleArns === undefined || ruleArns.has(arn)) &&
        filter?.pattern.matches(event.envelope) === true,
    )
    if (matching.length > 0) metrics.matchedOn(bus.name)
    for (const rule of matching) metrics.ofRule('MatchedEvents', rule)
    await Promise.all(matching.map((rule) => this.#serve(event, rule)))
  }

  async #serve(event: AcceptedEvent, rule: Rule): Promise<void> {
    this.#environment.metrics.ofRule('TriggeredRules', rule)
    const deliveries = [...rule.targets.values()].map((target) =>
      deliver(event, rule, target, this.#delivery),
    )
    await Promise.all(deliveries)
  }

  #forward(event: AcceptedEvent, busArn: string): void {
    const bus = this.#environment.buses.find(busArn)
    if (bus === undefined) throw new DeliveryError('NO_RESOURCE', `${busArn} does not exist`)
    if (event.path.includes(bus.name)) {
      throw new DeliveryError('INVALID_PARAMETER', `The event has been on event bus ${bus.name} before`)
    }
    this.route({ ...event, path: [...event.path, bus.name] }, bus)
  }
}
