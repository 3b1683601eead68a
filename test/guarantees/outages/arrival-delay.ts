import type { WatchedCloud } from './watched-cloud.js'

/** Milliseconds of the cloud's time from the commit of an event to its first arrival; infinite when it did not come. */
export function arrivalDelay({ ledger, writer }: WatchedCloud, eventId: string): number {
  const [first] = ledger.arrivalsOf(eventId)
  const written = writer.written.find((one) => one.eventId === eventId)
  return first === undefined || written === undefined ? Number.POSITIVE_INFINITY : first.at - written.at
}
