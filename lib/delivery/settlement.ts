import { backoff } from '../backoff.js'
import type { SendError } from '../destination/event-destination.js'
import { fenceTime, newFence } from '../store/fence.js'
import type { RowChange } from '../store/outbox-store.js'
import { withOwner } from '../store/shard.js'
import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'
import { sanitise } from './sanitise.js'

export interface SettlementOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly random: () => number
  /** How long a PUBLISHED row is kept. Seconds. */
  readonly retentionSeconds: number
  /** Whether it then goes to an archive, rather than expires by TTL. @default false */
  readonly isArchived?: boolean
  /** Waits between the deliveries of a row that failed. */
  readonly backoff: BackoffTimes
  /** A failure of its own this long after the first one ends the event. Milliseconds. @default - never */
  readonly giveUpAfter?: number
  /**
   * Rows without a failure of their own wait about as long as they are old, up to the cap: their wait doubles, too,
   * though nothing counts their tries. @default - the first wait, always
   */
  readonly waitsByAge?: boolean
}

/** Milliseconds. */
export interface BackoffTimes {
  readonly base: number
  readonly cap: number
}

/** A fence edited into the far future must not take its followers there. Milliseconds. */
const LATEST_DUE = 24 * 60 * 60_000

/** A row's next step, or undefined when it stays as it is. */
export interface Settlement {
  readonly row: PendingRow
  readonly outcome: Outcome
  readonly change?: RowChange
}

/**
 * The steps that the outcomes demand. The events of an aggregate that leave together fall due in their order: one
 * base time for all, a millisecond apart. `dueAfter` gives the fence of an earlier event which has left already:
 * its followers fall due behind it (a fence edited into something that is no time binds nobody).
 */
export function settlements(
  rows: readonly PendingRow[],
  outcomeOf: (row: PendingRow) => Outcome,
  options: SettlementOptions,
  dueAfter: (row: PendingRow) => string | undefined = () => undefined,
): Settlement[] {
  const nextDue = new Map<string, number>()
  return rows.map((row) => {
    const outcome = outcomeOf(row)
    return { row, outcome, change: change(row, outcome) }
  })

  function change(row: PendingRow, outcome: Outcome): RowChange | undefined {
    const { key, due: seenDue } = row
    switch (outcome.kind) {
      case 'held':
        return undefined
      case 'published':
        return publication(row)
      case 'rejected':
        return death(row, outcome.error)
      case 'record':
        if (isGivenUp(row)) return death(row, outcome.error)
        return {
          key,
          transition: 'handOverFailed',
          values: { seenDue, ...handOver(row), ...failure(row, outcome.error) },
        }
      case 'denied':
      case 'isolated':
      case 'along':
        return { key, transition: 'handOver', values: { seenDue, ...handOver(row) } }
    }
  }

  function publication({ key, shard, identity }: PendingRow): RowChange {
    const { now, retentionSeconds, isArchived } = options
    const publishedAt = new Date(now).toISOString()
    if (isArchived !== true)
      return {
        key,
        transition: 'publish',
        values: { publishedAt, expiresAt: Math.ceil(now / 1000) + retentionSeconds },
      }
    return {
      key,
      transition: 'publishForArchive',
      values: {
        publishedAt,
        newShard: withOwner(shard, 'A', identity),
        newDue: newFence(now + retentionSeconds * 1000),
      },
    }
  }

  function death(row: PendingRow, error: SendError): RowChange {
    const diedAt = newFence(options.now)
    return {
      key: row.key,
      transition: 'die',
      values: {
        seenDue: row.due,
        newShard: withOwner(row.shard, 'N', row.identity),
        newDue: diedAt,
        diedAt,
        deaths: row.deaths + 1,
        ...failure(row, error),
      },
    }
  }

  function isGivenUp({ failedAt }: PendingRow): boolean {
    const { now, giveUpAfter } = options
    return giveUpAfter !== undefined && failedAt !== undefined && now - Date.parse(failedAt) >= giveUpAfter
  }

  function handOver(row: PendingRow): { newShard: string; newDue: string } {
    const aggregate = aggregateKey(row)
    const before = dueAfter(row)
    const behind =
      before === undefined ? Number.NaN : Math.min(fenceTime(before) + 1, options.now + LATEST_DUE)
    const next = nextDue.get(aggregate) ?? (Number.isNaN(behind) ? firstDue(row) : behind)
    const due = Number.isNaN(behind) ? next : Math.max(next, behind)
    nextDue.set(aggregate, due + 1)
    return { newShard: withOwner(row.shard, 'R', row.identity), newDue: newFence(due) }
  }

  function firstDue(row: PendingRow): number {
    const { now, random, backoff: times, waitsByAge } = options
    const age = now - Date.parse(row.event?.time ?? '')
    const isOld = waitsByAge === true && row.attempts === 0 && age > times.base
    const tries = isOld ? 1 + Math.floor(Math.log2(age / times.base)) : row.attempts + 1
    return now + backoff({ ...times, tries, random })
  }

  function failure(row: PendingRow, error: SendError) {
    return {
      attempts: row.attempts + 1,
      failedAt: row.failedAt ?? new Date(options.now).toISOString(),
      error: sanitise(`${error.code}: ${error.message}`),
    }
  }
}
