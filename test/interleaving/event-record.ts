import type { RowKey } from '../../lib/store/row-key.js'
import type { Worker } from './worker.js'

export type Item = Readonly<Record<string, unknown>>

/** What a world knows of an event that was committed. */
export interface EventRecord {
  readonly id: string
  /** The aggregate and a number, for people. */
  readonly name: string
  readonly key: RowKey
  readonly aggregate: string
  /** The row as it was committed. */
  readonly born: Item
  /** The transaction's number, and the event's place in it. */
  readonly transaction: number
  readonly index: number
  /** The row as it is; undefined once it is deleted. */
  row: Item | undefined
  /** Who has claimed it and not settled it. */
  holder: Worker | undefined
  acceptances: number
  /** Put into a bus that was deleted less than a minute after it was seen. */
  swallowed: number
  /** How many acceptances more than one what happened explains. */
  allowance: number
  /** Handed over, given up by the mapping, taken over, dead or delayed: it has no order any more. */
  hasLeftRelay: boolean
  /** Its entry failed in a call of which another passed. */
  failedInPart: boolean
  /** The stream gave it in another batch than others of its transaction. */
  isSplit: boolean
  /** Where it stands in its lane's log. */
  place: number
  /** How often it is in the archive. */
  archived: number
  readonly deaths: Set<string>
  readonly notices: Set<string>
  readonly redriven: Set<string>
  /** Since it was written or redriven: failures of its own that a worker was told, and the time of the first. */
  failures: number
  refusedAt: number | undefined
}

/** A death by its event and its time. */
export function nameOfDeath(eventId: string, diedAt: string): string {
  return `${eventId} ${diedAt}`
}
