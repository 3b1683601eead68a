import { uuidv7 } from 'uuidv7'
import { archivePrefix } from './archive-prefix.js'

const EXTENSION = '.ndjson.gz'

/**
 * The objects with the events that occurred in the hour of that time: `<outbox>/date=2026-11-30/hour=09/`, in UTC. By
 * when they occurred, not by when they were archived, so that a question about a time is answered by few objects.
 */
export function hourPrefix(outboxName: string, occurredAt: string): string {
  return `${archivePrefix(outboxName)}date=${occurredAt.slice(0, 10)}/hour=${occurredAt.slice(11, 13)}/`
}

/** A new one in that hour; the keys of an hour sort by when they were written. */
export function objectKey(outboxName: string, occurredAt: string): string {
  return `${hourPrefix(outboxName, occurredAt)}${uuidv7()}${EXTENSION}`
}
