import type { AggregateName } from '../aggregate-argument.js'
import type { OperateOptions } from '../operate-options.js'

export const LIST_STATUSES = ['pending', 'retrying', 'scheduled', 'dead', 'published'] as const
export type ListStatus = (typeof LIST_STATUSES)[number]

export interface ListOptions extends OperateOptions {
  readonly status: ListStatus
  readonly type?: string
  readonly aggregate?: AggregateName
  readonly error?: string
  readonly limit: number
  /** Read units. */
  readonly maxRcu?: number
  readonly scan?: true
}
