import { AwsError } from '../aws-error.js'
import type { JsonRecord } from '../record.js'
import type { Service } from '../service.js'
import { internalCall } from './internal-call.js'
import { policyStatements } from './policy-statements.js'

interface KnownPolicy {
  readonly text: string
  readonly statements: readonly JsonRecord[]
}

const NONE: readonly JsonRecord[] = []

/** The policies of event buses, as DescribeEventBus tells them. */
export class BusPolicies {
  readonly #events: () => Service
  readonly #known = new Map<string, KnownPolicy>()

  constructor(events: () => Service) {
    this.#events = events
  }

  /** The same list until the policy changes. A bus that does not exist has no policy. */
  readonly statementsOf = async (busArn: string): Promise<readonly JsonRecord[]> => {
    const text = await this.#describe(busArn)
    if (text === undefined) return NONE
    const known = this.#known.get(busArn)
    if (known?.text === text) return known.statements
    const statements = policyStatements(JSON.parse(text))
    this.#known.set(busArn, { text, statements })
    return statements
  }

  async #describe(busArn: string): Promise<string | undefined> {
    const describe = this.#events().actions['DescribeEventBus']
    try {
      const output = await describe?.(internalCall('events', 'DescribeEventBus', { Name: busArn }))
      const policy = output?.['Policy']
      return typeof policy === 'string' ? policy : undefined
    } catch (error) {
      if (error instanceof AwsError) return undefined
      throw error
    }
  }
}
