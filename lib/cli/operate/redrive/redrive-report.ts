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
  /** Null: the dead-letter queue is not known. */
  readonly noticesDeleted: number | null
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
  readonly notices: Browsed | undefined
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
    noticesDeleted: notices?.deleted ?? null,
    events: outcomes.map(({ row, outcome, errorCode }) => ({ ...row.identity, outcome, errorCode })),
  }
}

/** The same for people. */
export function redriveLines({
  redriven,
  lost,
  failed,
  missing,
  left,
  noticesDeleted,
  events,
}: RedriveReport): string[] {
  const bad = events.filter(({ outcome }) => outcome !== 'redriven')
  return [
    ...bad.map(({ eventId, aggregateType, aggregateId, outcome, errorCode }) =>
      printable(`${outcome}  ${eventId}  ${aggregateType}/${aggregateId}  ${errorCode ?? ''}`.trimEnd()),
    ),
    ...missing.map((eventId) => printable(`missing  ${eventId}  is no dead letter: see \`outbox show\``)),
    `${redriven} redriven, ${lost} lost, ${failed} failed, ${missing.length} missing${left > 0 ? `, ${left} left: run it again` : ''}`,
    noticesDeleted === null
      ? 'The dead-letter queue is not known: its notices stay, and are harmless'
      : `${counted(noticesDeleted, 'notice')} deleted from the dead-letter queue`,
  ]
}
