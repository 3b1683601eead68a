import type { CompiledPattern } from './pattern/compile-pattern.js'
import type { RuleSchedule } from './rule-schedule.js'
import type { Target } from './targets/target.js'

export type RuleState = 'ENABLED' | 'DISABLED'

export interface Rule {
  readonly name: string
  readonly arn: string
  readonly busName: string
  /** Which events of the bus it matches; absent for a rule with a schedule alone. */
  readonly filter?: { readonly text: string; readonly pattern: CompiledPattern }
  readonly schedule?: RuleSchedule
  readonly state: RuleState
  readonly description?: string
  readonly roleArn?: string
  /** By target id. The map outlives the rule object: PutRule replaces the rule and keeps its targets. */
  readonly targets: Map<string, Target>
}
