import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import { chunk } from '../store/chunk.js'
import type { ChangeResult, OutboxStore, RowChange } from '../store/outbox-store.js'
import { confirmLost } from './confirm-lost.js'

export interface ApplyOptions {
  readonly store: OutboxStore
  readonly clock: Clock
  readonly random: () => number
  /** Milliseconds since the epoch; the last try may begin just before. */
  readonly until: number
}

const BASE_DELAY = 50
const MAX_DELAY = 2_000

/** Rows that are written between two looks at the clock: a batch may hold 10,000 records. */
const PART = 100

/**
 * Writes the steps and repeats those that failed, with jitter, as long as there is time. A step that was made
 * although its answer was lost fails its condition when repeated; for `publish` that is the goal, for a fenced
 * step the row is asked whether it was ours.
 */
export async function applyChanges(
  changes: readonly RowChange[],
  options: ApplyOptions,
): Promise<ChangeResult[]> {
  const { clock, random, until } = options
  const results = await applyInParts(changes, options)
  for (let tries = 1; ; tries += 1) {
    const failed = [...results.keys()].filter((index) => mayPass(results[index]))
    const delay = backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random })
    if (failed.length === 0 || clock.now() + delay >= until)
      return confirmLost(changes, results, options.store)
    await clock.sleep(delay)
    const again = await applyInParts(
      failed.flatMap((index) => changes[index] ?? []),
      options,
    )
    for (const [position, index] of failed.entries()) {
      const result = again[position]
      if (result !== undefined) results[index] = result
    }
  }
}

/** What is refused for what it says is refused again. */
function mayPass(result: ChangeResult | undefined): boolean {
  return result?.kind === 'failed' && result.permanent === undefined
}

async function applyInParts(
  changes: readonly RowChange[],
  { store, clock, until }: ApplyOptions,
): Promise<ChangeResult[]> {
  const results: ChangeResult[] = []
  for (const part of chunk(changes, PART)) {
    if (clock.now() < until) results.push(...(await store.apply(part)))
    else for (const _ of part) results.push({ kind: 'failed', errorCode: 'OutOfTime' })
  }
  return results
}
