import { ENVIRONMENT } from '../../../environment.js'
import { fenceTime } from '../../../store/fence.js'
import { OWNERS } from '../../../store/layout.js'
import { regionIn } from '../../../store/shard.js'
import type { OutboxResources } from '../outbox-resources.js'
import type { SelectedRow } from '../selected-row.js'

/** Who must act on a row next, and when. */
export interface NextActor {
  /** For people. */
  readonly who: string
  /** ISO 8601, UTC; null: at once, or nobody knows. */
  readonly at: string | null
}

export interface NextActorOptions {
  readonly outbox: OutboxResources
  readonly region: string
  /** Claims without an outcome. */
  readonly claims: number
  /** When DynamoDB may delete it, milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** Told from the row alone. */
export function nextActor(
  { status, shard, due, identity }: SelectedRow,
  { outbox, region, claims, expiresAt }: NextActorOptions,
): NextActor {
  if (shard === undefined) return unowned(status, expiresAt)
  const at = iso(fenceTime(due ?? ''))
  const where = regionIn(shard) === region ? '' : ` of ${regionIn(shard) ?? 'no Region'}`
  switch (OWNERS.find((owner) => shard.startsWith(`${owner}#`))) {
    case 'P':
      return { who: `the relay${where}; the sweeper takes it over`, at: graceEnd(due, outbox) }
    case 'S':
      return { who: `the sweeper${where}, when it is due`, at }
    case 'R':
      return claims > 0
        ? { who: `the sweeper${where}: it was taken ${claims} times without an outcome, held until`, at }
        : { who: `the sweeper${where}, when it is due`, at }
    case 'N':
      return { who: `the sweeper${where}: it owes the notice to the dead-letter queue`, at: null }
    case 'D':
      return { who: `people: mend the cause, then outbox redrive ${identity.eventId}`, at: null }
    case 'A':
      return { who: `the sweeper${where}: it archives the row`, at }
    default:
      return { who: 'nobody: somebody edited the row; see `outbox doctor`', at: null }
  }
}

function unowned(status: string, expiresAt: number | undefined): NextActor {
  if (status !== 'PUBLISHED')
    return { who: 'nobody: the row is not in the index; see `outbox doctor`', at: null }
  return expiresAt === undefined
    ? { who: 'nobody: it has no time to live', at: null }
    : { who: 'nobody: it is done, and DynamoDB deletes it', at: iso(expiresAt) }
}

/** When the sweeper no longer leaves it to the relay. */
function graceEnd(due: string | undefined, { environment }: OutboxResources): string | null {
  const grace = Number(environment[ENVIRONMENT.graceSeconds] ?? Number.NaN)
  return iso(fenceTime(due ?? '') + grace * 1_000)
}

function iso(at: number): string | null {
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
