import { AcceptedMemory } from '../delivery/accepted-memory.js'
import type { Outcome } from '../delivery/outcome.js'
import type { PendingRow } from '../delivery/pending-row.js'
import { settle } from '../delivery/settle.js'
import { type Settlement, settlements } from '../delivery/settlement.js'
import { newFence } from '../store/fence.js'
import { keyText } from '../store/row-key.js'
import { METRIC } from '../telemetry.js'
import { type Claims, claimRows } from './claim-rows.js'
import type { WorkTimes } from './sweep-times.js'
import type { SweeperOptions } from './sweeper-options.js'

export interface WorkResult {
  /** The destination takes nothing at present. */
  readonly isOutage: boolean
  /** The table took no claim, though there were rows to claim. */
  readonly isTableFailing: boolean
}

/** How long claims are repeated, and calls of one page. Milliseconds. */
const CLAIM_BUDGET = 3_000
const RETRY_BUDGET = 8_000

/** No call is under way so shortly before the lease ends. Milliseconds. */
const LEASE_RESERVE = 10_000

const NOT_SENT: Outcome = { kind: 'held', error: { code: 'NotSent', message: 'The event was not sent' } }
const PUBLISHED: Outcome = { kind: 'published' }

/** What the sweeper does with rows that are due: claims them, delivers them, and settles them under its fence. */
export class RowWork {
  readonly #options: SweeperOptions
  readonly #accepted: AcceptedMemory = new AcceptedMemory()

  constructor(options: SweeperOptions) {
    this.#options = options
  }

  async run(rows: readonly PendingRow[], times: WorkTimes): Promise<WorkResult> {
    const { store, clock, random, delivery, lease, telemetry } = this.#options
    // Accepted before, but not marked: only the mark is missing, and that needs no claim.
    const marked = rows.filter((row) => this.#accepted.has(row))
    if (marked.length > 0) await this.#settle(marked, new Map(marked.map((row) => [row, PUBLISHED])), times)
    const fresh = rows.filter((row) => !marked.includes(row))
    if (fresh.length === 0) return { isOutage: false, isTableFailing: false }

    const until = Math.min(clock.now() + CLAIM_BUDGET, times.claimUntil)
    const claims = await claimRows(fresh, lease, { store, clock, random, until })
    this.#reportUnclaimable(claims)
    telemetry.count(METRIC.rescued, rescuedOf(fresh, claims))
    const sendUntil = Math.min(times.sendUntil, claims.leaseEnd - LEASE_RESERVE)
    const retryUntil = Math.min(clock.now() + RETRY_BUDGET, sendUntil)
    const { outcomes, retried, outage } = await delivery.deliver(claims.rows, { retryUntil, sendUntil })
    telemetry.count(METRIC.retried, retried)
    if (outage !== undefined) {
      telemetry.count(METRIC.outage, 1)
      telemetry.error('The destination takes no events; what was claimed is released', {
        errorCode: outage.code,
        rows: claims.rows.length,
      })
    }
    await this.#settle(claims.rows, outcomes, times)
    return {
      isOutage: outage !== undefined,
      isTableFailing: claims.failed > 0 && claims.rows.length === 0,
    }
  }

  #reportUnclaimable({ unclaimable }: Claims): void {
    const { telemetry } = this.#options
    for (const { row, errorCode } of unclaimable) {
      telemetry.count(METRIC.unreadable, 1)
      telemetry.error('A row is due but takes no claim, so it cannot be delivered: look at its size', {
        ...row.identity,
        errorCode,
      })
    }
  }

  async #settle(
    rows: readonly PendingRow[],
    outcomes: ReadonlyMap<PendingRow, Outcome>,
    { settleUntil: until }: WorkTimes,
  ): Promise<void> {
    const { clock, random, retentionSeconds, archive, backoff, giveUpAfter } = this.#options
    const now = clock.now()
    const settled = settlements(rows, (row) => outcomes.get(row) ?? NOT_SENT, {
      now,
      random,
      retentionSeconds,
      isArchived: archive !== undefined,
      backoff,
      giveUpAfter,
      waitsByAge: true,
    }).map((settlement, index) => orRelease(settlement, now + index))
    await settle(settled, {
      ...this.#options,
      until,
      accepted: this.#accepted,
      waiting: METRIC.backedOff,
    })
  }
}

/** What was still with the relay: of all that is claimed only that has left its hands by nobody's decision. */
function rescuedOf(rows: readonly PendingRow[], claims: Claims): number {
  const claimed = new Set(claims.rows.map(({ key }) => keyText(key)))
  return rows.filter(({ key, shard }) => shard.startsWith('P#') && claimed.has(keyText(key))).length
}

/** What was not sent is given back, due at once and in order; unlike a lapse, that leaves no trace on the row. */
function orRelease(settlement: Settlement, dueAt: number): Settlement {
  const { row, change } = settlement
  if (change !== undefined) return settlement
  const values = { seenDue: row.due, newShard: row.shard, newDue: newFence(dueAt) }
  return { ...settlement, change: { key: row.key, transition: 'release', values } }
}
