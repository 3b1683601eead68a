import type { AcceptedEvent } from '../accepted-event.js'

const DAY = 86_400_000

/** What is kept of an event: its tree and its envelope are made of the text again when it is replayed. */
export interface ArchivedEvent
  extends Pick<AcceptedEvent, 'id' | 'text' | 'ingestedAt' | 'traceHeader' | 'path'> {
  /** Of the detail's first byte in the text: what comes before it is the head. */
  readonly detailAt: number
  /** The event's own time, in whole seconds. Milliseconds since the epoch. */
  readonly time: number
  /** When the archive has it. Milliseconds since the epoch. */
  readonly arrivesAt: number
}

/** The events of one archive, in the order in which they came. */
export class ArchivedEvents {
  #events: ArchivedEvent[] = []

  add(
    { id, text, detailText, envelope, ingestedAt, traceHeader, path }: AcceptedEvent,
    arrivesAt: number,
  ): void {
    this.#events.push({
      id,
      text,
      detailAt: text.length - 1 - detailText.length,
      time: Date.parse(String(envelope['time'])),
      ingestedAt,
      ...(traceHeader !== undefined && { traceHeader }),
      path: path.slice(-1),
      arrivesAt,
    })
  }

  /**
   * Lets go of the oldest ones. One that came late from another bus, behind younger ones, goes with those.
   * @param retentionDays 0: they are kept for ever
   */
  expire(retentionDays: number, now: number): void {
    const kept = this.#events.findIndex((event) => isKept(event, retentionDays, now))
    if (kept === -1) this.#events = []
    else if (kept > 0) this.#events.splice(0, kept)
  }

  /** Those that are there by now and within the retention. */
  arrived(retentionDays: number, now: number): readonly ArchivedEvent[] {
    return this.#events.filter((event) => event.arrivesAt <= now && isKept(event, retentionDays, now))
  }
}

function isKept({ ingestedAt }: ArchivedEvent, retentionDays: number, now: number): boolean {
  return retentionDays === 0 || ingestedAt > now - retentionDays * DAY
}
