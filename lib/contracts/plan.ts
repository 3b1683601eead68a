import type { Change } from './comparison/change.js'

/** How a version of an event compares to what is published. */
export interface Judgement {
  readonly type: string
  readonly version: number
  readonly state: 'new' | 'unchanged' | 'changed'
  /** False when consumers of what is published would break. */
  readonly compatible: boolean
  readonly changes: readonly Change[]
}

/** A file as it should be. */
export interface PlannedFile {
  readonly name: string
  readonly text: string
  readonly state: 'missing' | 'outdated' | 'unchanged'
}

/** What a folder of contracts should hold, against what it holds. Files of other versions stay as they are. */
export interface Plan {
  readonly folder: string
  readonly events: readonly Judgement[]
  readonly files: readonly PlannedFile[]
}
