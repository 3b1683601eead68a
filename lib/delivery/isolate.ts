import { behindFailures, type Followers } from './behind-failures.js'
import type { Call } from './call.js'
import { OUT_OF_TIME } from './delivery-times.js'
import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'

/** Rows whose call failed as a whole, and what becomes of one of them that is alone. */
export interface Split {
  readonly rows: readonly PendingRow[]
  readonly alone: Outcome
}

export interface IsolateOptions {
  readonly followers: Followers
  /** False when a part that is sent now could end too late. */
  readonly hasTime: () => boolean
  /** Sends a part; gives it back when it fails as a whole again. */
  readonly attempt: (rows: readonly PendingRow[]) => Promise<Split | undefined>
}

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Sends halves, then halves of those that fail, until what is at fault is alone. All parts of one size before any
 * smaller one: so the good ones get out early, and a few slow failures cannot use up the time of all.
 */
export async function isolate(
  first: Split,
  call: Call,
  { followers, hasTime, attempt }: IsolateOptions,
): Promise<void> {
  const failed = [first]
  // Behind an event of their aggregate of which it is not known yet what becomes of it.
  let deferred: PendingRow[] = []
  for (;;) {
    const split = failed.shift()
    if (split === undefined) {
      if (deferred.length === 0) return
      // Parts are sent in another order than that of the rows.
      const waiting = new Set(deferred)
      deferred = []
      await send(
        first.rows.filter((row) => waiting.has(row)),
        first.alone,
      )
      continue
    }
    const [only] = split.rows
    if (only !== undefined && split.rows.length === 1) {
      call.outcomes.set(only, split.alone)
      continue
    }
    for (const half of halvesOf(split.rows)) {
      const open = followers === 'along' ? aggregatesOf(failed) : NOBODY
      deferred.push(...half.filter((row) => open.has(aggregateKey(row))))
      await send(
        half.filter((row) => !open.has(aggregateKey(row))),
        split.alone,
      )
    }
  }

  async function send(rows: readonly PendingRow[], alone: Outcome): Promise<void> {
    const free = notBehind(rows, call, followers)
    if (free.length === 0) return
    if (call.outage !== undefined) {
      call.hold(free, call.outage)
      return
    }
    if (!hasTime()) {
      leave(free, alone, call)
      return
    }
    const again = await attempt(free)
    if (again !== undefined) failed.push(again)
  }
}

/** Leaves out, with its outcome, what follows an event of its aggregate that has failed. */
function notBehind(rows: readonly PendingRow[], call: Call, followers: Followers): PendingRow[] {
  const behind = behindFailures(call.outcomes, followers)
  for (const row of rows) {
    const outcome = behind.get(aggregateKey(row))
    if (outcome !== undefined) call.outcomes.set(row, outcome)
  }
  return rows.filter((row) => !behind.has(aggregateKey(row)))
}

/**
 * No time to find out which of them is at fault. Where the bus is up and a call with them fails all the same, each backs
 * off by itself, without an attempt on its account: so they meet others next time, and not these again. A refusal proves
 * nothing of anybody in particular.
 */
function leave(rows: readonly PendingRow[], alone: Outcome, call: Call): void {
  if (alone.kind === 'isolated') for (const row of rows) call.outcomes.set(row, alone)
  else call.hold(rows, OUT_OF_TIME)
}

function halvesOf(rows: readonly PendingRow[]): [PendingRow[], PendingRow[]] {
  const middle = Math.ceil(rows.length / 2)
  return [rows.slice(0, middle), rows.slice(middle)]
}

function aggregatesOf(splits: readonly Split[]): ReadonlySet<string> {
  return new Set(splits.flatMap(({ rows }) => rows.map(aggregateKey)))
}
