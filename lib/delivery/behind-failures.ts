import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'

/**
 * What becomes of the later events of an aggregate once an earlier one failed by itself. `along`: they go with it, so
 * that nothing passes it; that is the relay's, which keeps order. `sent`: they are sent all the same; that is the
 * sweeper's, for whom the order is lost, and who must not let one event stop the others for as long as it fails.
 */
export type Followers = 'along' | 'sent'

/**
 * By aggregate, what becomes of its events that are not sent yet, once an earlier one of them failed: they are held
 * behind one that is held, and follow one that leaves. Held wins: what is held comes again and then finds what has
 * left before it, but what leaves now would be passed by it. A rejected event stops nobody.
 */
export function behindFailures(
  outcomes: ReadonlyMap<PendingRow, Outcome>,
  followers: Followers,
): ReadonlyMap<string, Outcome> {
  const behind = new Map<string, Outcome>()
  for (const [row, outcome] of outcomes) {
    const aggregate = aggregateKey(row)
    if (outcome.kind === 'held') behind.set(aggregate, outcome)
    else if (followers === 'along' && leaves(outcome) && !behind.has(aggregate))
      behind.set(aggregate, { kind: 'along' })
  }
  return behind
}

/** The event is to be tried again, but not from where it is now. */
export function leaves({ kind }: Outcome): boolean {
  return kind === 'record' || kind === 'denied' || kind === 'isolated' || kind === 'along'
}
