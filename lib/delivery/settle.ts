import type { DeadLetterQueue } from '../dead-letter/dead-letter-queue.js'
import { sendNotices } from '../dead-letter/send-notices.js'
import type { ChangeResult } from '../store/outbox-store.js'
import type { MetricName, TelemetrySink } from '../telemetry-sink.js'
import type { AcceptedMemory } from './accepted-memory.js'
import { type ApplyOptions, applyChanges } from './apply-changes.js'
import { deathOf } from './death-of.js'
import type { PendingRow } from './pending-row.js'
import { reportOutcomes } from './report-outcomes.js'
import type { Settlement } from './settlement.js'

export interface SettleOptions extends ApplyOptions {
  readonly accepted: AcceptedMemory
  readonly deadLetterQueue: DeadLetterQueue
  readonly tableName: string
  readonly telemetry: TelemetrySink
  /** Counts the rows that wait for another try. */
  readonly waiting: MetricName
}

/**
 * Writes what became of the rows, remembers what was accepted but could not be marked, reports, and sends the notices
 * of those that died. Gives the result of each row that had a step.
 */
export async function settle(
  settled: readonly Settlement[],
  options: SettleOptions,
): Promise<ReadonlyMap<PendingRow, ChangeResult>> {
  const { accepted, deadLetterQueue: queue, telemetry, waiting } = options
  const now = options.clock.now()
  const written = settled.filter(({ change }) => change !== undefined)
  const results = await applyChanges(
    written.flatMap(({ change }) => change ?? []),
    options,
  )
  const resultOf = new Map<PendingRow, ChangeResult>()
  for (const [index, { row }] of written.entries()) {
    const result = results[index]
    if (result !== undefined) resultOf.set(row, result)
  }
  for (const { row, outcome } of written) {
    if (outcome.kind !== 'published') continue
    if (resultOf.get(row)?.kind === 'failed') accepted.add(row)
    else accepted.delete(row)
  }
  reportOutcomes(settled, resultOf, { telemetry, now, waiting })
  const deaths = written
    .filter(({ row }) => resultOf.get(row)?.kind === 'done')
    .flatMap((settlement) => deathOf(settlement) ?? [])
  await sendNotices(deaths, { ...options, queue })
  return resultOf
}
