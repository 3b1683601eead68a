import { assertMembers } from '../assert-members.js'
import { LocalCloudError } from '../local-cloud-error.js'

export interface StreamOptions {
  /** How many shards a new stream has: 1 to 100. @default 4 */
  readonly shards?: number
  /**
   * About how many records an open shard takes before it is closed and its children take over; 0: only
   * `cloud.splitShard` does that. @default 1000
   */
  readonly recordsPerShard?: number
  /**
   * Whether the records of transactions come in any order, among each other and among those of transactions at the same
   * time. @default true
   */
  readonly shuffle?: boolean
  /** The share of transactions of which some records come later than the others, 0 to 1. @default 0.1 */
  readonly delayedTransactions?: number
  /**
   * The share of batches that a function dealt with and gets once more, 0 to 1. AWS may do so at any time; here it is
   * off unless asked for, because tests count what comes. @default 0
   */
  readonly redelivery?: number
}

export type StreamSettings = Required<StreamOptions>

const DEFAULTS: StreamSettings = {
  shards: 4,
  recordsPerShard: 1000,
  shuffle: true,
  delayedTransactions: 0.1,
  redelivery: 0,
}

/** @throws LocalCloudError naming the option */
export function streamSettings(options: StreamOptions = {}): StreamSettings {
  assertMembers('streams', options, Object.keys(DEFAULTS))
  const settings = { ...DEFAULTS, ...options }
  if (typeof settings.shuffle !== 'boolean')
    throw new LocalCloudError(
      `Expected \`streams.shuffle\` to be true or false, got \`${String(settings.shuffle)}\`.`,
    )
  within('shards', settings.shards, 1, 100, true)
  within('recordsPerShard', settings.recordsPerShard, 0, Number.MAX_SAFE_INTEGER, true)
  within('delayedTransactions', settings.delayedTransactions, 0, 1, false)
  within('redelivery', settings.redelivery, 0, 1, false)
  return settings
}

function within(name: keyof StreamOptions, value: number, low: number, high: number, whole: boolean): void {
  if (typeof value === 'number' && value >= low && value <= high && (!whole || Number.isInteger(value)))
    return
  throw new LocalCloudError(
    `Expected \`streams.${name}\` to be ${whole ? 'a whole number' : 'a number'} from ${low} to ${high}, got \`${value}\` (${typeof value}).`,
  )
}
