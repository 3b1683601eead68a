import type { CompiledPattern } from './pattern/compile-pattern.js'
import type { Target } from './targets/target.js'

export type RuleState = 'ENABLED' | 'DISABLED'

export interface Rule {
  readonly name: string
  readonly arn: string
  readonly busName: string
  readonly patternText: string
  readonly pattern: CompiledPattern
  readonly state: RuleState
  readonly description?: string
  readonly roleArn?: string
  /** By target id. The map outlives the rule object: PutRule replaces the rule and keeps its targets. */
  readonly targets: Map<string, Target>
}
