import type { ReplayOrigin } from '../../replay/replay-record.js'
import type { OperateOptions } from '../operate/operate-options.js'
import type { FilterOptions } from './filter-options.js'

/** What `outbox replay` takes. */
export interface ReplayOptions extends OperateOptions, FilterOptions {
  readonly from?: ReplayOrigin
  /** Name of an archive of EventBridge. */
  readonly archive?: string
  /** Name of a consumer. */
  readonly to?: string
  readonly consumerStack?: string
  /** URL of one of its queues. */
  readonly toQueue?: string
  /** Name of the bucket of an archive that was switched off. */
  readonly bucket?: string
  /** Events per second. */
  readonly rate?: number
  readonly skipMalformed?: true
  readonly skipDenied?: true
  readonly skipFailing?: true
  readonly dryRun?: true
  readonly yes?: true
  readonly resume?: string
  readonly history?: true
  /** Replays that are listed. */
  readonly limit?: number
}
