import { backoff } from '../backoff.js'
import type { PendingRow } from '../delivery/pending-row.js'
import { errorName } from '../error-name.js'
import { type RowKey, rowIdentity } from '../store/row-key.js'
import { METRIC } from '../telemetry.js'
import { DueScan } from './due-scan.js'
import type { PublishPace } from './publish-pace.js'
import { readDueRows } from './read-due-rows.js'
import { rotatedShards } from './rotated-shards.js'
import type { RowWork } from './row-work.js'
import type { WorkTimes } from './sweep-times.js'
import type { SweeperOptions } from './sweeper-options.js'

export interface DeliverDueOptions extends SweeperOptions {
  readonly work: RowWork
  readonly pace: PublishPace
  /** How old a row of the relay must be now. Milliseconds. */
  readonly graceNow: number
  /** Index partitions that hold nothing. */
  readonly empty: ReadonlySet<string>
}

export interface DueResult {
  /** Rows whose claim lapsed too often: for the end of the sweep. */
  readonly suspects: readonly PendingRow[]
  /** Something that is due was left. */
  readonly isIncomplete: boolean
}

/** A page is read, claimed and sent as a whole; rows may be large. */
const MAX_PAGE = 100
/** Shards that are worked on at once; an answer of DynamoDB has 16 MB at most. */
const CONCURRENT_SHARDS = 4
/** Outages in a row after which the rest is left to the next sweep, and failures of the table for one shard. */
const MAX_FAILURES = 3
/** So many claims without an outcome make a row suspected of killing the process that handles it. */
export const SUSPECT_CLAIMS = 3
/** Suspects that a sweep keeps for its end. */
const MAX_SUSPECTS = 100

const BASE_DELAY = 100
const MAX_DELAY = 2_000

/** Delivers what is due in all shards, a page of each in turn, until nothing is left or the time is up. */
export async function deliverDue(options: DeliverDueOptions, times: WorkTimes): Promise<DueResult> {
  const { store, clock, random, telemetry, work, pace, graceNow: grace } = options
  const now = clock.now()
  const maxRows = Math.max(1, Math.min(MAX_PAGE, pace.burst))
  const waiting = rotatedShards(random)
    .map((shard) => new DueScan({ ...options, shard, now, grace, maxRows, random }))
    .filter((scan) => !scan.isDone)
  const suspects: PendingRow[] = []
  let outages = 0
  /** No turn is left within the time: what would be read now could not be sent. */
  let isOutOfTurns = false
  let isIncomplete = false

  await Promise.all(Array.from({ length: CONCURRENT_SHARDS }, worker))
  return { suspects, isIncomplete: isIncomplete || waiting.length > 0 }

  async function worker(): Promise<void> {
    while (outages < MAX_FAILURES && !isOutOfTurns && clock.now() < times.claimUntil) {
      const scan = waiting.shift()
      if (scan === undefined) return
      await step(scan)
      if (scan.failures >= MAX_FAILURES) isIncomplete = true
      else if (!scan.isDone) waiting.push(scan)
    }
  }

  async function step(scan: DueScan): Promise<void> {
    const isFailing = await tryStep(scan).catch((error: unknown) => {
      const errorCode = errorName(error)
      telemetry.error('Rows that are due could not be worked on', { errorCode, phase: 'due' })
      return true
    })
    scan.failures = isFailing ? scan.failures + 1 : 0
    if (!isFailing) return
    await clock.sleep(backoff({ tries: scan.failures, base: BASE_DELAY, cap: MAX_DELAY, random }))
  }

  /** True when the table let nothing happen. */
  async function tryStep(scan: DueScan): Promise<boolean> {
    const entries = await scan.next()
    if (entries.length === 0) return false
    const { rows, unread, strange } = await readDueRows(entries, store).catch((error: unknown) => {
      scan.putBack(entries)
      throw error
    })
    scan.putBack(unread)
    for (const { key } of strange) reportStrange(key)
    const usual = rows.filter(({ claims }) => claims < SUSPECT_CLAIMS)
    const suspected = rows.filter(({ claims }) => claims >= SUSPECT_CLAIMS)
    const kept = suspected.slice(0, MAX_SUSPECTS - suspects.length)
    suspects.push(...kept)
    if (kept.length < suspected.length) isIncomplete = true
    if (usual.length === 0) return unread.length === entries.length
    if (!(await pace.turn(usual.length, times.claimUntil))) {
      isOutOfTurns = true
      isIncomplete = true
      return false
    }
    const { isOutage, isTableFailing } = await work.run(usual, times)
    outages = isOutage ? outages + 1 : 0
    if (isOutage || isTableFailing) isIncomplete = true
    return isTableFailing
  }

  function reportStrange(key: RowKey): void {
    telemetry.count(METRIC.unreadable, 1)
    telemetry.error('A row is due but nobody can act on it; it was edited', { ...rowIdentity(key) })
  }
}
