import { AwsError } from '../aws-error.js'
import { parseArn } from './arn.js'
import type { EventBus } from './event-bus.js'
import type { Rule } from './rule.js'

export const DEFAULT_BUS = 'default'

/** The event buses of one account in one Region. The default bus always exists. */
export class EventBuses {
  readonly #region: string
  readonly #accountId: string
  readonly #now: () => number
  readonly #buses = new Map<string, EventBus>()

  constructor(region: string, accountId: string, now: () => number) {
    this.#region = region
    this.#accountId = accountId
    this.#now = now
    this.create(DEFAULT_BUS)
  }

  /** @throws AwsError ResourceAlreadyExistsException */
  create(name: string, description?: string): EventBus {
    if (this.#buses.has(name)) {
      throw new AwsError('ResourceAlreadyExistsException', `Event bus ${name} already exists.`)
    }
    const bus: EventBus = {
      name,
      arn: `arn:aws:events:${this.#region}:${this.#accountId}:event-bus/${name}`,
      ...(description !== undefined && { description }),
      createdAt: this.#now(),
      rules: new Map(),
      statements: new Map(),
    }
    this.#buses.set(name, bus)
    return bus
  }

  /** The bus with this name or ARN; `undefined` when there is none, or the ARN is of another account or Region. */
  find(nameOrArn: string = DEFAULT_BUS): EventBus | undefined {
    const name = busName(nameOrArn)
    const bus = this.#buses.get(name)
    return name === nameOrArn || bus?.arn === nameOrArn ? bus : undefined
  }

  /** @throws AwsError ResourceNotFoundException */
  get(nameOrArn?: string): EventBus {
    const bus = this.find(nameOrArn)
    if (bus !== undefined) return bus
    throw new AwsError(
      'ResourceNotFoundException',
      `Event bus ${busName(nameOrArn ?? DEFAULT_BUS)} does not exist.`,
    )
  }

  /** @throws AwsError ResourceNotFoundException when there is no such bus, or no such rule on it */
  getRule(ruleName: string, busNameOrArn?: string): Rule {
    const bus = this.get(busNameOrArn)
    const rule = bus.rules.get(ruleName)
    if (rule !== undefined) return rule
    throw new AwsError(
      'ResourceNotFoundException',
      `Rule ${ruleName} does not exist on EventBus ${bus.name}.`,
    )
  }

  delete(name: string): void {
    this.#buses.delete(name)
  }

  list(): readonly EventBus[] {
    return [...this.#buses.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}

function busName(nameOrArn: string): string {
  const arn = parseArn(nameOrArn)
  return arn?.service === 'events' && arn.resource.startsWith('event-bus/')
    ? arn.resource.slice('event-bus/'.length)
    : nameOrArn
}
