import type { ReplayOrigin } from '../../replay/replay-record.js'
import type { ReplayOptions } from './replay-options.js'

/**
 * Where the events come from: as told; else the archive for a range or an event, the rows for an aggregate alone.
 * Undefined when nothing says which events are meant.
 */
export function originOf({
  from,
  since,
  until,
  event,
  aggregate,
}: Pick<ReplayOptions, 'from' | 'since' | 'until' | 'event' | 'aggregate'>): ReplayOrigin | undefined {
  if (from !== undefined) return from
  if (since !== undefined || until !== undefined) return 'archive'
  if (aggregate !== undefined) return 'rows'
  return event === undefined ? undefined : 'archive'
}
