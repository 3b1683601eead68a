import { backoff } from '../backoff.js'
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
}

/** Waits between the deliveries of a row that failed. Milliseconds. */
const BACKOFF_BASE = 60_000
const BACKOFF_CAP = 15 * 60_000

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
    const { key, shard, due: seenDue } = row
    switch (outcome.kind) {
      case 'held':
        return undefined
      case 'published':
        return {
          key,
          transition: 'publish',
          values: {
            publishedAt: new Date(options.now).toISOString(),
            expiresAt: Math.ceil(options.now / 1000) + options.retentionSeconds,
          },
        }
      case 'rejected': {
        const diedAt = newFence(options.now)
        return {
          key,
          transition: 'die',
          values: {
            seenDue,
            newShard: withOwner(shard, 'N'),
            newDue: diedAt,
            diedAt,
            deaths: row.deaths + 1,
            ...failure(row, outcome.error),
          },
        }
      }
      case 'record':
        return {
          key,
          transition: 'handOverFailed',
          values: { seenDue, ...handOver(row), ...failure(row, outcome.error) },
        }
      case 'isolated':
      case 'along':
        return { key, transition: 'handOver', values: { seenDue, ...handOver(row) } }
    }
  }

  function handOver(row: PendingRow): { newShard: string; newDue: string } {
    const aggregate = aggregateKey(row)
    const before = dueAfter(row)
    const behind =
      before === undefined ? Number.NaN : Math.min(fenceTime(before) + 1, options.now + LATEST_DUE)
    const next = nextDue.get(aggregate) ?? (Number.isNaN(behind) ? firstDue(row) : behind)
    const due = Number.isNaN(behind) ? next : Math.max(next, behind)
    nextDue.set(aggregate, due + 1)
    return { newShard: withOwner(row.shard, 'R'), newDue: newFence(due) }
  }

  function firstDue({ attempts }: PendingRow): number {
    const { random } = options
    return options.now + backoff({ tries: attempts + 1, base: BACKOFF_BASE, cap: BACKOFF_CAP, random })
  }

  function failure(row: PendingRow, error: { readonly code: string; readonly message: string }) {
    return {
      attempts: row.attempts + 1,
      failedAt: row.failedAt ?? new Date(options.now).toISOString(),
      error: sanitise(`${error.code}: ${error.message}`),
    }
  }
}
