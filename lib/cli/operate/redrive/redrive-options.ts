import type { AggregateName } from '../aggregate-argument.js'
import type { OperateOptions } from '../operate-options.js'

export interface RedriveOptions extends OperateOptions {
  readonly type?: string
  readonly aggregate?: AggregateName
  readonly error?: string
  readonly all?: true
  /** Events a second. */
  readonly rate: number
  readonly dryRun?: true
  readonly yes?: true
}
