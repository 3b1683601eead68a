import { dueBy, fenceTime } from '../store/fence.js'
import { SeenEvents } from './seen-events.js'

/** By which the clock here may differ from those of AWS. Milliseconds. */
export const CLOCK_SLACK: number = 15 * 60_000
/** What falls due later than that is read long before it is archived. Milliseconds. */
const SOON: number = 60 * 60_000

/** Times between which the archiver may have been ahead of the reader. Milliseconds since the epoch. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * Rows go to the archive in the order in which they are read here, the one of `obDue`, while they are read. It is known
 * when the archiver may have been ahead: objects of those times may hold what the reader missed. What it read itself of
 * that is remembered. As long as the reader is ahead, nothing can be missed, and nothing need be remembered.
 */
export class ArchiverRace {
  /** What was written until then was there when the replay began. ISO 8601, UTC. */
  readonly begunAt: string
  readonly #gaps: Gap[]
  readonly #read: SeenEvents = new SeenEvents()
  /** Rows that the index showed, but that were not there. */
  readonly gone: Set<string> = new Set()

  /**
   * @param asOf when the replay was planned. ISO 8601, UTC
   * @param gaps of earlier runs
   */
  constructor(asOf: string, gaps: readonly Gap[] = []) {
    this.begunAt = new Date(Date.parse(asOf) - CLOCK_SLACK).toISOString()
    this.#gaps = [...gaps]
  }

  get gaps(): readonly Gap[] {
    return this.#gaps
  }

  /** @param behind `obDue` of the last row that is done with: those behind it are looked for now. @default - all of them */
  isReading(behind: string | undefined, now: number): void {
    if (behind !== undefined && behind >= dueBy(now + CLOCK_SLACK)) return
    const due = behind === undefined ? Number.NaN : fenceTime(behind)
    const from = Math.min(now, Number.isNaN(due) ? Date.parse(this.begunAt) : due)
    const last = this.#gaps.at(-1)
    if (last === undefined || from > last.to + 2 * CLOCK_SLACK) this.#gaps.push({ from, to: now })
    else this.#gaps[this.#gaps.length - 1] = { from: Math.min(from, last.from), to: now }
  }

  hasRead(eventId: string, due: string, now: number): void {
    if (due < dueBy(now + SOON)) this.#read.add(eventId)
  }

  isKnown(eventId: string): boolean {
    return this.#read.has(eventId)
  }

  /** @param writtenAt of an object. ISO 8601, UTC */
  mayHoldMissed(writtenAt: string): boolean {
    const time = Date.parse(writtenAt)
    return (
      writtenAt > this.begunAt &&
      this.#gaps.some(({ from, to }) => time >= from - CLOCK_SLACK && time <= to + CLOCK_SLACK)
    )
  }
}
