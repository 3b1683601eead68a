import type { OperateOptions } from '../operate/operate-options.js'

export interface ArchiveOptions extends OperateOptions {
  /** Name. Default: the one that the sweeper is told. */
  readonly bucket?: string
}
