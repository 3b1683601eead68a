import type { JsonRecord } from '../record.js'
import type { Rule } from './rule.js'

export interface EventBus {
  readonly name: string
  readonly arn: string
  readonly description?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** By rule name. */
  readonly rules: Map<string, Rule>
  /** The resource policy's statements by their id. Kept, not evaluated: every caller here is of one account. */
  readonly statements: Map<string, JsonRecord>
}
