import type { Browsed } from '../browse-queue.js'
import { counted } from '../counted.js'
import { printable } from '../printable.js'
import type { RedriveOutcome } from './redrive-rows.js'

/** What a redrive did, for programs. */
export interface RedriveReport {
  readonly outbox: string
  readonly redriven: number
  /** Had another state by then: redriven by somebody else, delivered after all, died again, or gone. */
  readonly lost: number
  readonly failed: number
  /** Named, and not among the dead letters. */
  readonly missing: readonly string[]
  /** Chosen, and not tried: it was interrupted. */
  readonly left: number
  /** Null: the dead-letter queue is not known, or `noticesError` tells. */
  readonly noticesDeleted: number | null
  /** Why notices may have stayed, which is harmless: their events are redriven all the same. */
  readonly noticesError: string | null
  readonly events: readonly {
    readonly eventId: string
    readonly aggregateType: string
    readonly aggregateId: string
    readonly outcome: RedriveOutcome['outcome']
    readonly errorCode?: string
  }[]
}

export interface RedriveDone {
  readonly outbox: string
  readonly chosen: number
  readonly missing: readonly string[]
  readonly outcomes: readonly RedriveOutcome[]
  /** Text: why they could not be deleted. Undefined: nobody knows the dead-letter queue. */
  readonly notices: Browsed | string | undefined
}

export function redriveReport({ outbox, chosen, missing, outcomes, notices }: RedriveDone): RedriveReport {
  const count = (wanted: RedriveOutcome['outcome']): number =>
    outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    outbox,
    redriven: count('redriven'),
    lost: count('lost'),
    failed: count('failed'),
    missing,
    left: chosen - outcomes.length,
    noticesDeleted: typeof notices === 'object' ? notices.deleted : null,
    noticesError: typeof notices === 'string' ? notices : null,
    events: outcomes.map(({ row, outcome, errorCode }) => ({ ...row.identity, outcome, errorCode })),
  }
}

/** The same for people; why notices stayed is told beside it. */
export function redriveLines({
  redriven,
  lost,
  failed,
  missing,
  left,
  noticesDeleted,
  noticesError,
  events,
}: RedriveReport): string[] {
  const bad = events.filter(({ outcome }) => outcome !== 'redriven')
  return [
    ...bad.map(({ eventId, aggregateType, aggregateId, outcome, errorCode }) =>
      printable(`${outcome}  ${eventId}  ${aggregateType}/${aggregateId}  ${errorCode ?? ''}`.trimEnd()),
    ),
    ...missing.map((eventId) => printable(`missing  ${eventId}  is no dead letter: see \`outbox show\``)),
    `${redriven} redriven, ${lost} lost, ${failed} failed, ${missing.length} missing${left > 0 ? `, ${left} left: run it again` : ''}`,
    ...(noticesError === null ? [noticesLine(noticesDeleted)] : []),
  ]
}

function noticesLine(deleted: number | null): string {
  return deleted === null
    ? 'The dead-letter queue is not known: its notices stay, and are harmless'
    : `${counted(deleted, 'notice')} deleted from the dead-letter queue`
}
