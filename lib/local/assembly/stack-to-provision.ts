import type { JsonRecord } from '../record.js'
import type { Template } from './template.js'

export interface StackToProvision {
  readonly stackName: string
  /** Of a nested stack: its parent's stack id. */
  readonly parentId?: string
  readonly directory: string
  readonly template: Template
  readonly parameters: JsonRecord
  /** A nested stack has those of its parent. */
  readonly tags: Readonly<Record<string, string>>
}
