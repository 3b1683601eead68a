import type { Clock } from '../../../clock.js'
import { applyChanges } from '../../../delivery/apply-changes.js'
import { chunk } from '../../../store/chunk.js'
import { newFence } from '../../../store/fence.js'
import type { ChangeResult, OutboxStore, RowChange } from '../../../store/outbox-store.js'
import { regionIn, withOwner } from '../../../store/shard.js'
import { PublishPace } from '../../../sweeper/publish-pace.js'
import type { SelectedRow } from '../selected-row.js'

/** Rows that are written before it is asked again whether to go on. */
const MAX_BATCH = 25

/** How long the write of a batch is repeated. Milliseconds. */
const RETRY_BUDGET = 10_000

/** `lost`: the row has another state by now, or is gone: nothing was written. */
export interface RedriveOutcome {
  readonly row: SelectedRow
  readonly outcome: 'redriven' | 'lost' | 'failed'
  readonly errorCode?: string
}

export interface RedriveRowsOptions {
  readonly store: OutboxStore
  readonly clock: Clock
  readonly random: () => number
  /** Events a second. */
  readonly rate: number
  /** Who is written down. */
  readonly by: string
  readonly isInterrupted: () => boolean
  /** Told after each batch. */
  readonly onBatch: (done: number) => void
}

/**
 * Gives dead rows back to the sweeper, due at once, at the given rate. Each write is bound to the death that was seen: what
 * was redriven, or died again, meanwhile is left as it is. Ends after the batch at which it is interrupted.
 *
 * @returns the outcome of each row that was tried
 */
export async function redriveRows(
  rows: readonly SelectedRow[],
  options: RedriveRowsOptions,
): Promise<RedriveOutcome[]> {
  const { clock, rate, isInterrupted, onBatch } = options
  const pace = new PublishPace(clock, rate)
  const outcomes: RedriveOutcome[] = []
  for (const batch of chunk(rows, Math.min(MAX_BATCH, rate))) {
    if (isInterrupted()) break
    await pace.turn(batch.length, Number.POSITIVE_INFINITY)
    if (isInterrupted()) break
    outcomes.push(...(await redriveBatch(batch, options)))
    onBatch(outcomes.length)
  }
  return outcomes
}

async function redriveBatch(
  rows: readonly SelectedRow[],
  { store, clock, random, by }: RedriveRowsOptions,
): Promise<RedriveOutcome[]> {
  const now = clock.now()
  const changes = rows.map((row) => changeOf(row, now, by))
  const written = changes.flatMap((change) => change ?? [])
  const until = now + RETRY_BUDGET
  const results = await applyChanges(written, { store, clock, random, until })
  return rows.map((row, place) => {
    const change = changes[place]
    const result = change === undefined ? undefined : results[written.indexOf(change)]
    return outcomeOf(row, result)
  })
}

/** Undefined for a row that was edited into something that names no death. */
function changeOf(
  { key, identity, shard = '', diedAt }: SelectedRow,
  now: number,
  by: string,
): RowChange | undefined {
  if (diedAt === undefined || regionIn(shard) === undefined) return undefined
  return {
    key,
    transition: 'redrive',
    values: {
      diedAt,
      newShard: withOwner(shard, 'R', identity),
      newDue: newFence(now),
      redrivenAt: new Date(now).toISOString(),
      redrivenBy: by,
    },
  }
}

function outcomeOf(row: SelectedRow, result: ChangeResult | undefined): RedriveOutcome {
  if (result === undefined) return { row, outcome: 'failed', errorCode: 'EditedRow' }
  if (result.kind === 'done') return { row, outcome: 'redriven' }
  if (result.kind === 'lost') return { row, outcome: 'lost' }
  return { row, outcome: 'failed', errorCode: result.errorCode }
}
