import type { Owner } from '../../store/layout.js'
import type { AggregateName } from './aggregate-argument.js'

/** Which of the rows that somebody owes work. What is absent chooses all. */
export interface Selection {
  readonly owners: readonly Owner[]
  /** EventBridge's `detail-type`. */
  readonly type?: string
  readonly aggregate?: AggregateName
  /** The code at the begin of the row's error. */
  readonly error?: string
}
