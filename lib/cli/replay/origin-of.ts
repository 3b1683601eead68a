import type { ReplayOrigin } from '../../replay/replay-record.js'
import type { ReplayOptions } from './replay-options.js'

/**
 * Where the events come from: as told; else the rows for an aggregate alone; else `range`: wherever those of the range, or
 * the event, are found to be. Undefined when nothing says which events are meant.
 */
export function originOf({
  from,
  since,
  until,
  event,
  aggregate,
}: Pick<ReplayOptions, 'from' | 'since' | 'until' | 'event' | 'aggregate'>):
  | ReplayOrigin
  | 'range'
  | undefined {
  if (from !== undefined) return from
  if (since !== undefined || until !== undefined) return 'range'
  if (aggregate !== undefined) return 'rows'
  return event === undefined ? undefined : 'range'
}
