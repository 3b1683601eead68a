import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'

/**
 * By aggregate, what becomes of its events that are not sent yet, once an earlier one of them failed: they go along
 * with one that leaves, and are held behind one that is held. Held wins: what is held comes again and then finds
 * what has left before it, but what leaves now would be passed by it. A rejected event stops nobody.
 */
export function behindFailures(outcomes: ReadonlyMap<PendingRow, Outcome>): ReadonlyMap<string, Outcome> {
  const behind = new Map<string, Outcome>()
  for (const [row, outcome] of outcomes) {
    const aggregate = aggregateKey(row)
    if (outcome.kind === 'held') behind.set(aggregate, outcome)
    else if (leaves(outcome) && !behind.has(aggregate)) behind.set(aggregate, { kind: 'along' })
  }
  return behind
}

function leaves({ kind }: Outcome): boolean {
  return kind === 'record' || kind === 'isolated' || kind === 'along'
}
