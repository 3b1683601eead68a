import { fenceTime } from '../store/fence.js'
import type { IndexEntry } from '../store/owner-index.js'
import { rowIdentity } from '../store/row-key.js'
import { eventTime } from './event-time.js'

/**
 * Since when a row waits to be delivered, milliseconds since the epoch; undefined when it does not, or does not tell.
 * Rows of the relay are due when they are born. Rows of the sweeper have another due time with each try; their ids tell
 * when their events were made. What is scheduled does not count.
 */
export function pendingSince({ key, shard, due }: IndexEntry): number | undefined {
  if (shard.startsWith('R#')) return eventTime(rowIdentity(key)?.eventId ?? '')
  const born = shard.startsWith('P#') ? fenceTime(due) : Number.NaN
  return Number.isNaN(born) ? undefined : born
}
