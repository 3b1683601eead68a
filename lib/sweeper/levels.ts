import type { Clock } from '../clock.js'
import { errorName } from '../error-name.js'
import type { OwnerIndex } from '../store/owner-index.js'
import type { RowKey } from '../store/row-key.js'
import type { TelemetrySink } from '../telemetry-sink.js'
import { countLevels } from './count-levels.js'
import { levelsOf } from './levels-of.js'
import type { StrayWatch } from './stray-watch.js'

/** How much there is of what, now. */
export interface Levels {
  /** To be delivered, without what is scheduled. */
  readonly pending: number
  readonly scheduled: number
  readonly dead: number
  readonly noticesWaiting: number
  /** When the oldest pending event was written; undefined when none is. Milliseconds since the epoch. */
  readonly oldestPending: number | undefined
  /** Index partitions without a row: nobody need look there in this sweep. */
  readonly empty: ReadonlySet<string>
  /** Rows that were edited into an owner, a shard or a time that nobody looks for: they would wait for ever. */
  readonly strays: readonly RowKey[]
  /** False when there was more than could be counted: each number is a lower bound. */
  readonly isWhole: boolean
}

export interface LevelsOptions {
  readonly index: OwnerIndex
  readonly clock: Clock
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly telemetry: TelemetrySink
  readonly region: string
}

/** Up to so many rows one Scan is cheaper than a Query per owner and shard: 1,000 keys are about 20 read units. */
const MAX_SCANNED = 1_000

/**
 * Counts in bounded reads: all at once where there is little, shard by shard where there is much. No shard is begun after
 * `until`.
 *
 * @throws the SDK's error
 */
export async function readLevels(
  options: LevelsOptions & { readonly strays: StrayWatch },
  until: number,
): Promise<Levels> {
  const { clock, region, strays } = options
  const entries = strays.isUnderWay ? undefined : await readAll(options, until)
  if (entries !== undefined) return levelsOf(entries, region)
  const levels = await countLevels(options, until)
  return clock.now() >= until ? levels : { ...levels, strays: await strays.next(options) }
}

/** What one call is refused, many small ones may be granted. */
async function readAll({ index, clock, telemetry }: LevelsOptions, until: number) {
  try {
    return await index.all(MAX_SCANNED, () => clock.now() >= until)
  } catch (error) {
    telemetry.warn('The index could not be looked at as a whole; it is asked shard by shard', {
      phase: 'levels',
      errorCode: errorName(error),
    })
    return undefined
  }
}
