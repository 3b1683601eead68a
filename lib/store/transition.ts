import type { ATTRIBUTE, Status } from './layout.js'

/** An attribute by its role: those of the layout, and the table's one TTL attribute, whose name is configured. */
export type RowAttribute = keyof typeof ATTRIBUTE | 'ttl'

/** A value that is part of the state machine, or one that the worker supplies. */
export type Operand = { readonly literal: string } | { readonly parameter: TransitionParameter }

export type TransitionParameter =
  | 'seenDue'
  | 'newDue'
  | 'newShard'
  | 'publishedAt'
  | 'expiresAt'
  | 'diedAt'
  | 'deaths'
  | 'attempts'
  | 'failedAt'
  | 'error'
  | 'claims'
  | 'redrivenAt'
  | 'redrivenBy'

/** One clause of the condition; all clauses of a transition must hold, or the row stays as it is. */
export type Clause =
  | { readonly attribute: RowAttribute; readonly equals: Operand }
  | { readonly attribute: RowAttribute; readonly isOneOf: readonly Status[] }

/**
 * A step of a row's state machine, as data: what it writes and the condition under which it may. A condition that
 * fails means that the row has another owner now; then the step is done by somebody else, which is not an error.
 */
export interface Transition {
  /** The row goes; nothing is set. */
  readonly deletes?: true
  readonly set: { readonly [Name in RowAttribute]?: Operand }
  readonly remove?: readonly RowAttribute[]
  readonly when: readonly Clause[]
}
