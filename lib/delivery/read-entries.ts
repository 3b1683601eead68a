import type { EntryResult } from '../destination/event-destination.js'
import { type Followers, leaves } from './behind-failures.js'
import type { Call } from './call.js'
import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'

/**
 * Writes down what is final; returns what may be sent again, with the outcome it has if it is not. Sent again, an event
 * would pass an earlier one of its aggregate that was refused in this very call.
 */
export function readEntries(
  rows: readonly PendingRow[],
  entries: readonly EntryResult[],
  call: Call,
  followers: Followers,
): [PendingRow, Outcome][] {
  const again: [PendingRow, Outcome][] = []
  const leaving = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const outcome = outcomeOf(entries[index])
    const isPassing = outcome.kind === 'isolated' || outcome.kind === 'held'
    if (isPassing && followers === 'along' && leaving.has(aggregateKey(row)))
      call.outcomes.set(row, { kind: 'along' })
    else if (isPassing) again.push([row, outcome])
    else {
      call.outcomes.set(row, outcome)
      if (leaves(outcome)) leaving.add(aggregateKey(row))
    }
  }
  return again
}

function outcomeOf(entry: EntryResult | undefined): Outcome {
  switch (entry?.kind) {
    case undefined:
      return { kind: 'isolated', error: { code: 'NoAnswer', message: 'No answer' } }
    case 'accepted':
      return { kind: 'published' }
    case 'malformed':
      return { kind: 'rejected', error: entry.error }
    case 'denied':
      return { kind: 'denied', error: entry.error }
    case 'refused':
      return { kind: 'record', error: entry.error }
    case 'internal':
      return { kind: 'isolated', error: entry.error }
    case 'throttled':
      return { kind: 'held', error: entry.error }
  }
}
