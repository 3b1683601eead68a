import type { AggregateName } from '../aggregate-argument.js'
import type { OperateOptions } from '../operate-options.js'

export interface ShowOptions extends OperateOptions {
  readonly aggregate?: AggregateName
  /** False: the dead-letter queue is left alone. */
  readonly notice: boolean
}
