import type { PendingRow } from '../delivery/pending-row.js'
import { isDenial } from '../destination/is-denial.js'
import { errorName } from '../error-name.js'
import { type RowKey, rowIdentity } from '../store/row-key.js'
import { METRIC } from '../telemetry.js'
import { Archiver } from './archiver.js'
import { deliverDue } from './deliver-due.js'
import { deliverSuspects } from './deliver-suspects.js'
import { expireUnarchived } from './expire-unarchived.js'
import { Grace } from './grace.js'
import { readLevels } from './levels.js'
import { sendOwedNotices } from './owed-notices.js'
import { PublishPace } from './publish-pace.js'
import { RowWork } from './row-work.js'
import { StrayWatch } from './stray-watch.js'
import { type SweepTimes, sweepTimes } from './sweep-times.js'
import type { SweeperOptions } from './sweeper-options.js'

/** Rows that one sweep names in its log. */
const MAX_NAMED = 10

interface InvocationContext {
  readonly getRemainingTimeInMillis: () => number
}

/**
 * Does, each minute, what the relay does not: delivers what was handed over, scheduled, redriven or left behind, tells
 * of dead letters nobody was told of, and says how much there is of what. Two sweeps at once are safe: each row is
 * claimed by a conditional write.
 */
export class Sweeper {
  readonly #options: SweeperOptions
  readonly #grace: Grace
  readonly #work: RowWork
  readonly #pace: PublishPace
  readonly #strays: StrayWatch = new StrayWatch()
  readonly #archiver: Archiver | undefined

  constructor(options: SweeperOptions) {
    this.#options = options
    this.#grace = new Grace(options)
    this.#work = new RowWork(options)
    this.#pace = new PublishPace(options.clock, options.maxPublishRate)
    const { archive } = options
    this.#archiver = archive === undefined ? undefined : new Archiver({ ...options, archive })
  }

  /** Throws nothing that a part of it met: the others run all the same, and the metrics tell. */
  async sweep(context: InvocationContext): Promise<void> {
    const { clock, destination, telemetry } = this.#options
    const outage = await destination.probe()
    // Only now: a destination that does not answer must not take the time for counting.
    const times = sweepTimes(clock.now(), context.getRemainingTimeInMillis(), this.#archiver !== undefined)
    const empty = new Set<string>()
    await this.#part('levels', () => this.#tellLevels(times, empty))
    const suspects: PendingRow[] = []
    if (outage !== undefined && !isDenial(outage.code)) {
      telemetry.count(METRIC.outage, 1)
      telemetry.error('The destination takes no events; nothing is claimed', { errorCode: outage.code })
    } else {
      if (outage !== undefined) {
        // It may be the heartbeat alone that is not admitted. The events tell.
        telemetry.count(METRIC.outage, 1)
        telemetry.error('The bus does not admit the heartbeat, by which outages are told from bad events', {
          errorCode: outage.code,
        })
      }
      await this.#part('due', () => this.#deliverDue(times, empty, suspects))
    }
    await this.#part('notices', () => sendOwedNotices({ ...this.#options, empty }, times.noticesUntil))
    const archiver = this.#archiver
    if (archiver === undefined)
      await this.#part('expiry', () => expireUnarchived({ ...this.#options, empty }, times.archiveUntil))
    else await this.#part('archive', () => archiver.run(empty, times.archiveUntil))
    await this.#part('suspects', () =>
      deliverSuspects(suspects, { ...this.#options, work: this.#work, pace: this.#pace }, times.suspects),
    )
  }

  async #deliverDue(times: SweepTimes, empty: ReadonlySet<string>, suspects: PendingRow[]): Promise<boolean> {
    const graceNow = await this.#currentGrace()
    const options = { ...this.#options, work: this.#work, pace: this.#pace, graceNow, empty }
    const result = await deliverDue(options, times.due)
    suspects.push(...result.suspects)
    return !result.isIncomplete
  }

  async #currentGrace(): Promise<number> {
    const { grace, telemetry } = this.#options
    try {
      return await this.#grace.current()
    } catch (error) {
      telemetry.warn('Whether the relay gets events is unknown; it is given its time', {
        errorCode: errorName(error),
      })
      return grace
    }
  }

  /** Adds the index partitions that hold nothing to `empty`: most sweeps find nearly all of them so. */
  async #tellLevels({ levelsUntil }: SweepTimes, empty: Set<string>): Promise<boolean> {
    const { clock, telemetry } = this.#options
    const levels = await readLevels({ ...this.#options, strays: this.#strays }, levelsUntil)
    for (const shard of levels.empty) empty.add(shard)
    const { oldestPending, isWhole } = levels
    // Of what was not counted to its end, 0 would be a lie, and would silence an alarm.
    if (isWhole || oldestPending !== undefined)
      telemetry.seconds(
        METRIC.oldestPendingAge,
        Math.max(0, clock.now() - (oldestPending ?? clock.now())) / 1_000,
      )
    for (const [metric, value] of [
      [METRIC.pending, levels.pending],
      [METRIC.scheduled, levels.scheduled],
      [METRIC.dead, levels.dead],
      [METRIC.noticesWaiting, levels.noticesWaiting],
    ] as const)
      if (isWhole || value > 0) telemetry.level(metric, value)
    this.#reportStrays(levels.strays)
    // What comes next may end the process.
    telemetry.flush()
    if (!isWhole)
      telemetry.info('There are more rows than were counted; the levels are lower bounds', {
        phase: 'levels',
      })
    return true
  }

  #reportStrays(strays: readonly RowKey[]): void {
    const { telemetry } = this.#options
    telemetry.count(METRIC.unreadable, strays.length)
    for (const key of strays.slice(0, MAX_NAMED))
      telemetry.error('A row waits where nobody looks for it; its `obShard` or `obDue` was edited', {
        ...rowIdentity(key),
      })
  }

  /** One part's failure is no reason to leave out the others. */
  async #part(phase: string, run: () => Promise<boolean>): Promise<void> {
    const { telemetry } = this.#options
    try {
      if (!(await run())) telemetry.count(METRIC.sweepIncomplete, 1)
    } catch (error) {
      telemetry.count(METRIC.sweepIncomplete, 1)
      telemetry.error('A part of the sweep failed', { phase, errorCode: errorName(error) })
    }
  }
}
